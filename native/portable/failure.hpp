#pragma once

#include <string>
#include <string_view>

#include "rowfuse.h"

namespace rowfuse::portable {

/// The reason why a call has no result, for the caller.
struct Failure {
  rowfuse_status status = ROWFUSE_OK;
  std::string text;

  explicit operator bool() const { return status != ROWFUSE_OK; }
};

inline Failure schema_failure(std::string text) { return {ROWFUSE_SCHEMA, std::move(text)}; }

inline std::string in_quotes(std::string_view name) { return "\"" + std::string(name) + "\""; }

inline Failure no_memory(std::string_view name) { return {ROWFUSE_DEVICE, "there is no memory for column " + in_quotes(name) + "."}; }

inline Failure input_changed() {
  return schema_failure("an input was changed while the call was running. Inputs are borrowed until it returns.");
}

}  // namespace rowfuse::portable
