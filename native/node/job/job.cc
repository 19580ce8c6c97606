#include "job.hpp"

#include <utility>

#include "../values/wrapped.hpp"
#include "environment.hpp"
#include "settle.hpp"

namespace rowfuse::node {

namespace {

constexpr napi_type_tag job_tag = {0x9d0e6a51c2f84b17, 0xa3f1527cbe9048d6};

}  // namespace

Napi::Value Job::run(Napi::Env env, Pending& pending, Pass next, Buffers const* inputs, Buffers const* outputs,
                     std::function<bool(std::function<void()>)> const& start) {
  pass = next;
  deferred = nullptr;
  state = State::running;
  if (!Environment::of(env).run(shared_from_this(), start)) {
    drop();
    return pending.reject("OutOfMemory", no_threads);
  }
  if (!early_.IsEmpty()) {
    Napi::Value const value = std::exchange(early_, Napi::Value());
    return early_failed_ ? pending.reject(value) : value;
  }
  // The caller's buffers are alive until here.
  if (inputs != nullptr) keep_inputs(*inputs);
  if (outputs != nullptr) keep_outputs(*outputs);
  deferred = pending.deferred();
  return pending.promise();
}

void Job::settle_with(Napi::Env env, Napi::Value value, bool failed) {
  napi_deferred const promised = std::exchange(deferred, nullptr);
  if (promised == nullptr) {
    early_ = value;
    early_failed_ = failed;
  } else if (failed) {
    napi_reject_deferred(env, promised, value);
  } else {
    napi_resolve_deferred(env, promised, value);
  }
}

void Job::keep_inputs(Buffers const& buffers) {
  inputs_ = Napi::Persistent(buffers.views());
  ranges_ = buffers.ranges();
  input_memory_ = buffers.memory();
}

void Job::keep_outputs(Buffers const& buffers) {
  outputs_ = Napi::Persistent(buffers.views());
  output_memory_ = buffers.memory();
}

bool Job::inputs_unchanged() const { return unchanged(inputs_.Value(), ranges_); }

void Job::settle(Napi::Env env) { node::settle(env, std::static_pointer_cast<Job>(shared_from_this())); }

void Job::drop() {
  state = State::spent;
  inputs_.Reset();
  outputs_.Reset();
  call.reset();
  input_memory_.clear();
  output_memory_.clear();
}

Napi::Value Job::wrap(Napi::Env env, std::shared_ptr<Job> const& job) { return wrap_shared(env, job, job_tag); }

std::shared_ptr<Job> Job::unwrap(Napi::Env env, Napi::Value value) { return unwrap_shared<Job>(env, value, job_tag); }

}  // namespace rowfuse::node
