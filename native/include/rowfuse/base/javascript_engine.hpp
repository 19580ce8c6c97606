#pragma once

#include <atomic>

namespace rowfuse {

/// True if the JavaScript engine of this process sorts fewer than 8 elements in place by binary insertion alone. V8 does since 14.1 (Node
/// 25); earlier versions look for a run first. The difference shows only with comparators that are inconsistent or that count their calls.
/// Set when the addon is loaded; other languages get the behaviour of Node 20 to 24.
inline std::atomic<bool> engine_inserts_few{false};

}  // namespace rowfuse
