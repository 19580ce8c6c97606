#pragma once

namespace rowfuse::node {

/// The hash of the generated sources that this addon was built from. In a file of its own: a changed hash recompiles
/// nothing else.
extern char const* const build_hash;

}  // namespace rowfuse::node
