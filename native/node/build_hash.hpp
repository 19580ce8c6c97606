#pragma once

namespace rowfuse::node {

/// The hash of the generated sources of this addon. It has a file of its own, so that a changed hash recompiles nothing else.
extern char const* const build_hash;

}  // namespace rowfuse::node
