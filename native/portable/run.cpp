#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <rowfuse/binding.hpp>

#include "../call/cpu_call.hpp"
#include "../call/cuda_call.hpp"
#include "../call/pool.hpp"
#include "../call/wait.hpp"
#include "export_columns.hpp"
#include "failure.hpp"
#include "import_columns.hpp"
#include "rowfuse.h"

namespace rowfuse::portable {

namespace {

/// What 32-bit offsets reach.
constexpr std::int64_t most_bytes = 0x7FFFFFFF;

/// Why a row failed. JavaScript would run the row again for its message and value; here there is none.
std::string reason(RowFault const& fault, Registration const& transform) {
  auto const column = [&](Field const* fields) {
    return fault.column < 0 ? std::string() : ", column \"" + std::string(fields[fault.column].name) + "\"";
  };
  // The number is one of the other kind's columns, too, where a fault is of one kind: asked for by name only then.
  auto const input = [&] { return column(transform.fields.inputs); };
  auto const output = [&] { return column(transform.fields.outputs); };
  switch (fault.code) {
    case Fault::none:
      return "";
    case Fault::malformed_offsets:
      return input() + ": the offsets decrease or leave the values. Write the column anew.";
    case Fault::malformed_index:
      return input() + ": the dictionary has no such entry. Write the column anew.";
    case Fault::invalid_utf8:
      return input() + ": the bytes are not UTF-8. Mend the row, or filter it out before the call.";
    case Fault::absent_object:
      return ": a property of null or undefined is read. Handle null in the row function.";
    case Fault::out_of_range:
      return output() + ": the number does not fit the column. Return one that fits, or declare a wider column.";
    case Fault::absent_result:
      return output() + ": null or undefined is returned. Return a value, or declare the column nullable.";
    case Fault::bigint_overflow:
      return ": a bigint leaves 128 bits. Keep intermediate values smaller.";
    case Fault::bigint_range:
      return ": a bigint is divided by zero, or made of a number that is no integer.";
    case Fault::too_many_steps:
      return ": its loops take more than 16777216 steps.";
    case Fault::string_too_long:
      return ": a string is longer than JavaScript's strings can be.";
    case Fault::thrown:
      return ": the row function throws. Run the row under Node for its message.";
    case Fault::invalid_range:
      return ": a string method gets a number outside its range.";
    case Fault::inherited_name:
      return ": a key of a constant object is a name that every object inherits. Use a Map.";
  }
  return ": it failed.";
}

Failure failure_of(CallResult const& result, Registration const& transform, std::int64_t first_row) {
  switch (result.failure) {
    case rowfuse::Failure::none:
      break;
    case rowfuse::Failure::too_large:
      return {ROWFUSE_DEVICE, "a text column passes 2147483647 bytes, or the result 2147483646 rows. Pass fewer rows a call."};
    case rowfuse::Failure::input_changed:
      return {ROWFUSE_SCHEMA, "an input was changed while the call was running. Inputs are borrowed until it returns."};
    default:
      return {ROWFUSE_DEVICE, result.message.empty() ? "there is not enough memory. Pass fewer rows a call." : result.message};
  }
  if (result.fault_row < 0) return {};
  return {ROWFUSE_ROW, "row " + std::to_string(first_row + result.fault_row) + reason(result.fault, transform)};
}

Failure make_call(Registration const& transform, Inputs const& inputs, rowfuse_options const& options, std::unique_ptr<Call>& call) {
  std::string const backend = options.backend == nullptr ? "cpu" : options.backend;
  if (backend == "cpu") {
    call = cpu::make_call(transform.cpu, inputs.columns, inputs.length,
                          {options.threads > 0 ? options.threads : default_threads(), 0});
    return {};
  }
  if (backend != "cuda") return {ROWFUSE_UNKNOWN, "there is no backend " + backend + ". There are cpu and cuda."};
  cuda::Probe const probe = cuda::probe(transform.cuda, 0);
  if (!probe.available) return {ROWFUSE_UNKNOWN, "cuda does not work here: " + probe.reason + ". Use cpu."};
  call = cuda::make_call(*transform.cuda, inputs.columns, inputs.length, {});
  return {};
}

/// A single pass, where a bound of the result's text is known. False where there has to be another way.
bool evaluate(Registration const& transform, Inputs const& inputs, rowfuse_options const& options, Outputs& outputs,
              std::int64_t& rows, std::vector<std::int64_t>& null_counts, Failure& failure) {
  arrow::Layout const& layout = transform.cpu.layout;
  bool const on_cpu = options.backend == nullptr || std::strcmp(options.backend, "cpu") == 0;
  bool const is_suited = layout.emits() || (inputs.length > 0 && layout.has_text_output() && layout.is_bounded());
  if (!on_cpu || !is_suited || !OutputMemory::available()) return false;
  std::unique_ptr<Call> call;
  failure = make_call(transform, inputs, options, call);
  if (failure || (!layout.emits() && !outputs.allocate(layout, inputs.length, {}))) return false;
  EvaluateLimits const limits{most_bytes, false};
  if (!wait([&](auto done) { return call->evaluate(outputs.columns(), limits, done); })) return false;
  if (call->result.failure == rowfuse::Failure::no_room) return false;
  failure = failure_of(call->result, transform, options.first_row);
  if (!layout.emits()) {
    outputs.adopt(std::move(call->result.memory));
  } else if (!failure) {
    outputs.adopt(call->result);
    rows = call->result.rows;
  }
  null_counts = call->result.null_counts;
  return true;
}

Failure run(Registration const& transform, ArrowSchema const& schema, ArrowArray const& batch, rowfuse_options const& options,
            ArrowSchema& out_schema, ArrowArray& out_batch) {
  Failure const no_memory{ROWFUSE_DEVICE, "there is no memory for the result. Pass fewer rows a call."};
  for (std::int32_t i = 0; i < transform.cpu.layout.input_count; ++i) {
    Field const& field = transform.fields.inputs[i];
    if (!field.shared) continue;
    return {ROWFUSE_UNKNOWN, "its results keep column \"" + std::string(field.name) +
                                 "\" of the input, which only Node can share. Describe it without `keep`, and put the column beside the result."};
  }
  Inputs inputs;
  if (Failure failure = import_columns(transform, schema, batch, options, inputs)) return failure;
  {
    Outputs outputs;
    Failure failure;
    std::vector<std::int64_t> null_counts;
    std::int64_t rows = inputs.length;
    if (evaluate(transform, inputs, options, outputs, rows, null_counts, failure)) {
      if (failure) return failure;
      return outputs.give(transform, rows, null_counts, out_schema, out_batch) ? Failure{} : no_memory;
    }
  }
  std::unique_ptr<Call> call;
  if (Failure failure = make_call(transform, inputs, options, call)) return failure;
  arrow::Layout const& layout = transform.cpu.layout;
  Failure const no_thread{ROWFUSE_DEVICE, "no thread can be started."};
  std::int64_t rows = inputs.length;
  if (layout.has_text_output() || layout.emits()) {
    if (!wait([&](auto done) { return call->measure(done); })) return no_thread;
    if (Failure failure = failure_of(call->result, transform, options.first_row)) return failure;
    for (std::int64_t const bytes : call->result.bytes) {
      if (bytes > most_bytes) return {ROWFUSE_DEVICE, "a text column passes 2147483647 bytes. Pass fewer rows a call."};
    }
    if (layout.emits()) rows = call->result.rows;
  }
  Outputs outputs;
  if (!outputs.allocate(layout, rows, call->result.bytes)) return no_memory;
  if (!wait([&](auto done) { return call->fill(outputs.columns(), done); })) return no_thread;
  if (Failure failure = failure_of(call->result, transform, options.first_row)) return failure;
  return outputs.give(transform, rows, call->result.null_counts, out_schema, out_batch) ? Failure{} : no_memory;
}

}  // namespace

}  // namespace rowfuse::portable

extern "C" const char* rowfuse_transform(int32_t i) {
  rowfuse::Registration const* transform = rowfuse::Registration::first();
  // What counts rows for a pipe has a number behind its name, and is no transform by itself.
  auto const skip = [&] {
    while (transform != nullptr && std::strchr(transform->name, '#') != nullptr) transform = transform->next;
  };
  skip();
  for (; transform != nullptr && i > 0; --i) {
    transform = transform->next;
    skip();
  }
  return transform == nullptr || i < 0 ? nullptr : transform->name;
}

extern "C" int32_t rowfuse_run(const char* name, const ArrowSchema* schema, const ArrowArray* batch, const rowfuse_options* options,
                               ArrowSchema* out_schema, ArrowArray* out_batch, char* error, size_t error_size) {
  using namespace rowfuse::portable;
  Failure failure;
  try {
    rowfuse::Registration const* const transform = rowfuse::Registration::find(name);
    failure = transform == nullptr
                  ? Failure{ROWFUSE_UNKNOWN, "there is no such transform. Build it, or ask rowfuse_transform for those that there are."}
                  : run(*transform, *schema, *batch, options == nullptr ? rowfuse_options{} : *options, *out_schema, *out_batch);
  } catch (std::bad_alloc const&) {
    failure = {ROWFUSE_DEVICE, "there is not enough memory."};
  }
  if (failure && error != nullptr && error_size > 0) {
    std::string const text = std::string(name) + ": " + failure.text;
    std::size_t const size = std::min(text.size(), error_size - 1);
    std::memcpy(error, text.data(), size);
    error[size] = '\0';
  }
  return failure.status;
}
