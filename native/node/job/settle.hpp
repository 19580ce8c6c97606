#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <napi.h>

#include "job.hpp"

namespace rowfuse::node {

/// Settles the promise of the pass that `job` has just finished.
void settle(Napi::Env env, std::shared_ptr<Job> const& job);

/// Returns the result of `measure`.
Napi::Object measured(Napi::Env env, std::shared_ptr<Job> const& job);

Napi::Array numbers(Napi::Env env, std::vector<std::int64_t> const& values);

/// Sets `fault` if there is one.
void set_fault(Napi::Env env, Napi::Object object, std::int64_t row, RowFault fault);

/// Sets the memory that a pass has allocated: `values` and `bytes`, and for filters and expansions `rows`, `offsets` and `validity`.
void set_memory(Napi::Env env, Napi::Object object, CallResult& result);

/// Makes the error for the failure of a pass or an operation. `wanted` is the host memory that it would have held if its budget had allowed
/// it.
Napi::Value failure_error(Napi::Env env, Failure failure, std::string const& message, std::int64_t wanted = 0);

}  // namespace rowfuse::node
