#pragma once

namespace rowfuse::node {

/// The version of the interface between generated code, the runtime and the addon. Generated from schema/abi.ts by `npm run native-numbers`.
inline constexpr int abi_version = 7;

}  // namespace rowfuse::node
