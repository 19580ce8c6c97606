/** Placeholder until the addon of the run samples is built here. */
export default function setup(): void {}
