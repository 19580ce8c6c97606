#pragma once

#include <memory>

#include <napi.h>

#include "job.hpp"

namespace rowfuse::node {

/// Settles the promise of the pass that `job` has just finished.
void settle(Napi::Env env, std::shared_ptr<Job> const& job);

/// What `measure` resolves to.
Napi::Object measured(Napi::Env env, std::shared_ptr<Job> const& job);

}  // namespace rowfuse::node
