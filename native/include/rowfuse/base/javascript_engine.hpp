#pragma once

#include <atomic>

namespace rowfuse {

/// Whether the JavaScript engine of this process sorts fewer than 8 elements in place by binary insertion alone: V8 does since 14.1
/// (Node 25), and before looks for a run first. Only comparators that are no order, or that count their calls, show that.
/// Set when the addon is loaded; other languages get what Node 20 to 24 do.
inline std::atomic<bool> engine_inserts_few{false};

}  // namespace rowfuse
