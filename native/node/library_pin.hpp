#pragma once

namespace rowfuse::node {

/// Keeps this library mapped until the process ends. Node unloads an addon with the last worker that loaded it, but the threads of the pool
/// still run its code.
void pin_library();

}  // namespace rowfuse::node
