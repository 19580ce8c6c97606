/**
 * The version of the interface between generated code, the runtime and the addon. `npm run native-numbers` generates `abi_version` of the
 * addon from it. It grows with each change that an older one of the three would misread. Code of another version is refused when it is
 * loaded.
 */
export const abiVersion = 7;
