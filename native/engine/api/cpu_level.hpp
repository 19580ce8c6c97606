#pragma once

namespace rowfuse {

/// Returns why this processor cannot run the row functions, or null if it can. To be asked before anything else: see cmake/addon.cmake.
char const* cpu_level_problem();

}  // namespace rowfuse
