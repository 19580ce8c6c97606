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

/// What `measure` resolves to.
Napi::Object measured(Napi::Env env, std::shared_ptr<Job> const& job);

Napi::Array numbers(Napi::Env env, std::vector<std::int64_t> const& values);

/// Sets `fault` where there is one.
void set_fault(Napi::Env env, Napi::Object object, std::int64_t row, RowFault fault);

/// Sets what a pass has made memory for: `values` and `bytes`, and where rows come and go `rows`, `offsets` and `validity`.
void set_memory(Napi::Env env, Napi::Object object, CallResult& result);

/// The error for what ended a pass or an operation. `wanted` is what it would have held of the host's memory, had its budget allowed it.
Napi::Value failure_error(Napi::Env env, Failure failure, std::string const& message, std::int64_t wanted = 0);

}  // namespace rowfuse::node
