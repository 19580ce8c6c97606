import { Node } from 'ts-morph';
import { isInternal } from './doc-comments.mjs';

/**
 * Returns the members of an interface, a class or an object type that a user sees: properties, and methods with their overloads. Those of a
 * base that is not exported are among them. A type that is another's instance has the members of that.
 *
 * @param isExported tells the names of types that have a section of their own
 * @returns members with the type arguments of the base that they come from
 */
export function membersOf(node, isExported) {
  const properties = [];
  const methods = new Map();
  for (const { member, given } of declaredMembers(node, isExported)) {
    const add = (name) => methods.set(name, [...(methods.get(name) ?? []), { member, given }]);
    if (isInternal(member) || isHidden(member)) continue;
    if (Node.isCallSignatureDeclaration(member)) add('');
    else if (Node.isMethodSignature(member) || Node.isMethodDeclaration(member)) add(member.getName());
    else if (!Node.isIndexSignatureDeclaration(member)) properties.push(member);
  }
  return { properties, methods };
}

const none = new Map();

function declaredMembers(node, isExported) {
  const own = (members) => members.map((member) => ({ member, given: none }));
  if (Node.isClassDeclaration(node)) {
    return own([...node.getProperties(), ...node.getGetAccessors(), ...node.getMethods()]);
  }
  if (Node.isInterfaceDeclaration(node)) {
    const bases = node.getExtends().flatMap((base) => baseMembers(base.getExpression(), base, isExported));
    return [...own(node.getMembers()), ...bases];
  }
  if (Node.isTypeAliasDeclaration(node)) {
    const type = node.getTypeNode();
    if (Node.isTypeLiteral(type)) return own(type.getMembers());
    if (Node.isTypeReference(type)) return baseMembers(type.getTypeName(), type, isExported);
  }
  return [];
}

/** Returns the members of a base without a section of its own. */
function baseMembers(name, reference, isExported) {
  if (isExported(name.getText())) return [];
  const symbol = name.getSymbol();
  const base = (symbol?.getAliasedSymbol() ?? symbol)
    ?.getDeclarations()
    .find((declaration) => Node.isInterfaceDeclaration(declaration));
  if (base === undefined || base.getSourceFile().isInNodeModules() || base.getSourceFile().isDeclarationFile())
    return [];
  const names = base.getTypeParameters().map((parameter) => parameter.getName());
  const given = new Map(reference.getTypeArguments().map((argument, at) => [names[at], argument.getText()]));
  return declaredMembers(base, isExported).map((one) => (one.given === none ? { ...one, given } : one));
}

/** True for private members, and for those that only carry a type through the type checker. */
function isHidden(member) {
  const name = member.getNameNode?.();
  if (name !== undefined && (Node.isPrivateIdentifier(name) || Node.isComputedPropertyName(name))) return true;
  return member.hasModifier?.('private') || member.hasModifier?.('protected') || false;
}
