#include "job.hpp"

#include <utility>

#include "environment.hpp"
#include "settle.hpp"

namespace rowfuse::node {

namespace {

// Tells our objects from any other wrapped one, whose pointer we must not follow.
constexpr napi_type_tag job_tag = {0x9d0e6a51c2f84b17, 0xa3f1527cbe9048d6};

}  // namespace

Napi::Value Job::run(Napi::Env env, Pending const& pending, Pass next,
                     std::function<bool(std::function<void()>)> const& start) {
  pass = next;
  deferred = pending.deferred();
  state = State::running;
  if (Environment::of(env).run(shared_from_this(), start)) return pending.promise();
  drop();
  return pending.reject("OutOfMemory", no_threads);
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

Napi::Value Job::wrap(Napi::Env env, std::shared_ptr<Job> const& job) {
  Napi::Object const object = Napi::Object::New(env);
  if (napi_type_tag_object(env, object, &job_tag) != napi_ok) return env.Undefined();
  auto* const shared = new std::shared_ptr<Job>(job);
  auto const status = napi_wrap(
      env, object, shared, [](napi_env, void* data, void*) { delete static_cast<std::shared_ptr<Job>*>(data); },
      nullptr, nullptr);
  if (status != napi_ok) {
    delete shared;
    return env.Undefined();
  }
  return object;
}

std::shared_ptr<Job> Job::unwrap(Napi::Env env, Napi::Value value) {
  bool ours = false;
  void* data = nullptr;
  if (!value.IsObject() || napi_check_object_type_tag(env, value, &job_tag, &ours) != napi_ok || !ours) return nullptr;
  if (napi_unwrap(env, value, &data) != napi_ok) return nullptr;
  return *static_cast<std::shared_ptr<Job>*>(data);
}

}  // namespace rowfuse::node
