#include "environment.hpp"

#include <utility>

#include <rowfuse/base/javascript_engine.hpp>

#include "../../engine/cpu/pool.hpp"
#include "../memory/backing_store.hpp"

namespace rowfuse::node {

namespace {

/// Counts the calls of a comparator by `sort`, because engines other than V8 have no version to compare.
bool inserts_few(Napi::Env env) {
  char const* const count_calls = "(() => { let calls = 0; [3, 2, 1].sort((a, b) => { calls += 1; return a - b; }); return calls; })()";
  Napi::Value const calls = env.RunScript(count_calls);
  return calls.IsNumber() && calls.As<Napi::Number>().Int32Value() == 3;
}

}  // namespace

void find_engine(Napi::Env env) {
  engine_inserts_few = inserts_few(env);
  Napi::Object const versions = env.Global().Get("process").As<Napi::Object>().Get("versions").As<Napi::Object>();
  has_v8_handles = !versions.Has("bun") && !versions.Has("deno");
}

Environment::Environment(Napi::Env env) : settings{default_threads(), 0, 0, 0}, env_(env) {
  // The order matters: hooks run last in, first out. Ours must have waited for the running work before Node frees the thread-safe function
  // that the work calls.
  napi_create_threadsafe_function(env, nullptr, nullptr, Napi::String::New(env, "rowfuse"), 0, 1, nullptr, nullptr, this,
                                  &Environment::on_complete, &completions_);
  napi_unref_threadsafe_function(env, completions_);
  napi_add_env_cleanup_hook(env, &Environment::on_teardown, this);
}

Environment& Environment::of(Napi::Env env) { return *env.GetInstanceData<Environment>(); }

bool Environment::run(std::shared_ptr<Task> task, std::function<bool(std::function<void()>)> const& start) {
  Task* const key = task.get();
  {
    std::lock_guard const lock(mutex_);
    ++outstanding_;
  }
  bool const started = start([this, key] { complete(key); });
  bool const over = std::exchange(over_here_, false);
  if (started && !over) {
    // A process must not end while somebody awaits a result, and must end if nobody does.
    if (running_.empty()) napi_ref_threadsafe_function(env_, completions_);
    running_.emplace(key, std::move(task));
    return true;
  }
  {
    std::lock_guard const lock(mutex_);
    --outstanding_;
  }
  if (over) task->settle(env_);
  return started;
}

/// Runs on the thread that has done the work. On a pool thread this environment may be gone once the lock is released, and must not be
/// touched.
void Environment::complete(Task* task) {
  if (std::this_thread::get_id() == thread_) {
    over_here_ = true;
    return;
  }
  std::lock_guard const lock(mutex_);
  napi_call_threadsafe_function(completions_, task, napi_tsfn_nonblocking);
  --outstanding_;
  quiet_.notify_all();
}

void Environment::on_complete(napi_env env, napi_value, void* context, void* data) {
  if (env == nullptr) return;  // the environment is gone, and with it everyone who awaited the job
  auto& environment = *static_cast<Environment*>(context);
  Napi::HandleScope const scope(env);
  auto const entry = environment.running_.find(static_cast<Task*>(data));
  if (entry == environment.running_.end()) return;
  std::shared_ptr<Task> const task = std::move(entry->second);
  environment.running_.erase(entry);
  if (environment.running_.empty()) napi_unref_threadsafe_function(env, environment.completions_);
  task->settle(env);
}

void Environment::on_teardown(void* data) {
  auto& environment = *static_cast<Environment*>(data);
  for (auto const& [key, task] : environment.running_) task->cancel();
  {
    std::unique_lock lock(environment.mutex_);
    environment.quiet_.wait(lock, [&] { return environment.outstanding_ == 0; });
  }
  for (auto const& [key, task] : environment.running_) task->drop();
  environment.running_.clear();
}

}  // namespace rowfuse::node
