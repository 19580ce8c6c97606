#pragma once

#include <string>

#include "rowfuse.h"

namespace rowfuse::portable {

/// Why a call has no result, for the caller.
struct Failure {
  rowfuse_status status = ROWFUSE_OK;
  std::string text;

  explicit operator bool() const { return status != ROWFUSE_OK; }
};

inline Failure schema_failure(std::string text) { return {ROWFUSE_SCHEMA, std::move(text)}; }

}  // namespace rowfuse::portable
