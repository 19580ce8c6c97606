#include "build_hash.hpp"

#include <rowfuse_build_hash.hpp>

namespace rowfuse::node {

char const* const build_hash = ROWFUSE_BUILD_HASH;

}  // namespace rowfuse::node
