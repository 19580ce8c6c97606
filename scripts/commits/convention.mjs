/** The longest subject that `git log --oneline` shows whole in 80 columns. */
const longestSubject = 72;

/** Areas in lower case, such as `analyze` or `docs, cli`, then a summary. */
const subjectForm = /^[a-z0-9][a-z0-9./-]*(?:, [a-z0-9][a-z0-9./-]*)*: (?<summary>\S.*)$/;

/** First words that tell what was done, and not what the commit does: `added`, `fixing`. Verbs that only look like these are allowed. */
const notImperative = /^(?!(?:embed|feed|need|seed|shed|shred|speed|bring|ring|string)$)[a-z]+(?:ed|ing)$/i;

/** Returns the faults of a commit message, one sentence each; none if it keeps to the convention. */
export function faultsOf(message) {
  const [subject = '', separator = '', ...body] = message.trimEnd().split('\n');
  const faults = [];
  const summary = subjectForm.exec(subject)?.groups.summary;
  if (summary === undefined) faults.push('the subject is not `area: summary`');
  else if (notImperative.test(summary.split(' ', 1)[0]))
    faults.push(`the summary begins with "${summary.split(' ', 1)[0]}": write it as a command (add, fix, move)`);
  if (subject.length > longestSubject)
    faults.push(`the subject has ${subject.length} characters, more than ${longestSubject}`);
  if (separator !== '') faults.push('the line below the subject is not empty');
  if (!body.some((line) => line.trim() !== '')) faults.push('there is no body that says why');
  return faults;
}
