#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <rowfuse/binding.hpp>

#include "../../engine/api/cpu_level.hpp"
#include "../../engine/api/device.hpp"
#include "../../engine/api/wait.hpp"
#include "../../engine/cpu/cpu_call.hpp"
#include "../../engine/cpu/pool.hpp"
#include "../export/export_columns.hpp"
#include "../failure.hpp"
#include "../import/import_columns.hpp"
#include "../rowfuse.h"

namespace rowfuse::portable {

namespace {

/// The range of 32-bit offsets.
constexpr std::int64_t most_bytes = 0x7FFFFFFF;

constexpr char const* no_thread = "no thread can be started.";
constexpr char const* no_memory_left = "there is no memory for the result. Pass fewer rows per call.";

/// Returns the reason of a row's failure. There is no JavaScript here that would run the row again for its message and value.
std::string reason(RowFault const& fault, Registration const& transform) {
  auto const column = [&](Field const* fields) {
    return fault.column < 0 ? std::string() : ", column \"" + std::string(fields[fault.column].name) + "\"";
  };
  // A fault's column is an index into either the inputs or the outputs, so the name is looked up only when the kind is known.
  auto const input = [&] { return column(transform.fields.inputs); };
  auto const output = [&] { return column(transform.fields.outputs); };
  switch (fault.code) {
    case Fault::none: return "";
    case Fault::malformed_offsets: return input() + ": the offsets decrease or leave the values. Write the column again.";
    case Fault::malformed_index: return input() + ": the dictionary has no such entry. Write the column again.";
    case Fault::invalid_utf8: return input() + ": the bytes are not UTF-8. Repair the row, or filter it out before the call.";
    case Fault::absent_object: return ": a property of null or undefined is read. Handle null in the row function.";
    case Fault::out_of_range: return output() + ": the number does not fit the column. Return one that fits, or declare a wider column.";
    case Fault::absent_result: return output() + ": null or undefined is returned. Return a value, or declare the column nullable.";
    case Fault::bigint_overflow: return ": a bigint leaves 128 bits. Keep intermediate values smaller.";
    case Fault::bigint_range: return ": a bigint is divided by zero, or made of a number that is no integer.";
    case Fault::too_many_steps: return ": its loops take more than 16777216 steps.";
    case Fault::string_too_long: return ": a string is longer than JavaScript's strings can be.";
    case Fault::thrown: return ": the row function throws. Run the row under Node for its message.";
    case Fault::invalid_range: return ": a string method gets a number outside its range.";
    case Fault::inherited_name: return ": a key of an object is a name that every object inherits. Use a Map.";
    case Fault::too_deep: return ": calls of functions that call themselves are nested more than 1000 deep.";
  }
  return ": it failed.";
}

Failure failure_of(CallResult const& result, Registration const& transform, std::int64_t first_row) {
  switch (result.failure) {
    case rowfuse::Failure::none: break;
    case rowfuse::Failure::too_large:
      return {ROWFUSE_DEVICE, "a text column passes 2147483647 bytes, or the result 2147483646 rows. Pass fewer rows per call."};
    case rowfuse::Failure::input_changed: return input_changed();
    default: return {ROWFUSE_DEVICE, result.message.empty() ? "there is not enough memory. Pass fewer rows per call." : result.message};
  }
  if (result.fault_row < 0) return {};
  return {ROWFUSE_ROW, "row " + std::to_string(first_row + result.fault_row) + reason(result.fault, transform)};
}

Failure make_call(Registration const& transform, Inputs const& inputs, rowfuse_options const& options, std::unique_ptr<Call>& call) {
  std::string const backend = options.backend == nullptr ? "cpu" : options.backend;
  if (backend == "cpu") {
    call = cpu::make_call(transform.cpu, inputs.columns, inputs.length, {options.threads > 0 ? options.threads : default_threads(), 0});
    return {};
  }
  if (backend != "cuda") return {ROWFUSE_UNKNOWN, "there is no backend " + backend + ". There are cpu and cuda."};
  cuda::Probe const probe = cuda::probe(transform.cuda, 0);
  if (!probe.available) return {ROWFUSE_UNKNOWN, "cuda does not work here: " + probe.reason + ". Use cpu."};
  call = cuda::make_call(*transform.cuda, inputs.columns, inputs.length, {});
  return {};
}

/// The outcome of one transform.
struct Ran {
  Failure failure;
  std::int64_t fault_row = -1;  ///< for a failure that a row has caused
  std::int64_t rows = 0;
  std::vector<std::int64_t> null_counts;
};

/// Runs a single pass if the result has text, or a number of rows that is not known. Returns false if another way is needed.
bool evaluate(Registration const& transform, Inputs const& inputs, rowfuse_options const& options, Outputs& outputs, Ran& ran) {
  arrow::Layout const& layout = transform.cpu.layout;
  bool const on_cpu = options.backend == nullptr || std::strcmp(options.backend, "cpu") == 0;
  bool const is_suited = layout.emits() || (inputs.length > 0 && layout.has_text_output());
  if (!on_cpu || !is_suited || !OutputMemory::available()) return false;
  std::unique_ptr<Call> call;
  if (make_call(transform, inputs, options, call) || (!layout.emits() && !outputs.allocate(layout, inputs.length, {}))) return false;
  EvaluateLimits const limits{most_bytes, false};
  if (!wait([&](auto done) { return call->evaluate(outputs.columns(), limits, done); })) return false;
  if (call->result.failure == rowfuse::Failure::no_room) return false;
  ran.failure = failure_of(call->result, transform, options.first_row);
  ran.fault_row = call->result.fault_row;
  if (!layout.emits()) {
    outputs.adopt(std::move(call->result.memory));
  } else if (!ran.failure) {
    outputs.adopt(call->result);
    ran.rows = call->result.rows;
  }
  ran.null_counts = call->result.null_counts;
  return true;
}

Ran compute(Registration const& transform, Inputs const& inputs, rowfuse_options const& options, Outputs& outputs) {
  Ran ran;
  ran.rows = inputs.length;
  {
    Outputs made;
    if (evaluate(transform, inputs, options, made, ran)) {
      outputs = std::move(made);
      return ran;
    }
  }
  std::unique_ptr<Call> call;
  ran.failure = make_call(transform, inputs, options, call);
  if (ran.failure) return ran;
  arrow::Layout const& layout = transform.cpu.layout;
  auto const fail = [&](rowfuse_status status, char const* text) {
    ran.failure = {status, text};
    return ran;
  };
  auto const failed = [&] {
    ran.failure = failure_of(call->result, transform, options.first_row);
    ran.fault_row = call->result.fault_row;
    return static_cast<bool>(ran.failure);
  };
  if (layout.has_text_output() || layout.emits()) {
    if (!wait([&](auto done) { return call->measure(done); })) return fail(ROWFUSE_DEVICE, no_thread);
    if (failed()) return ran;
    for (std::int64_t const bytes : call->result.bytes) {
      if (bytes > most_bytes) return fail(ROWFUSE_DEVICE, "a text column passes 2147483647 bytes. Pass fewer rows per call.");
    }
    if (layout.emits()) ran.rows = call->result.rows;
  }
  if (!outputs.allocate(layout, ran.rows, call->result.bytes)) return fail(ROWFUSE_DEVICE, no_memory_left);
  if (!wait([&](auto done) { return call->fill(outputs.columns(), done); })) return fail(ROWFUSE_DEVICE, no_thread);
  if (failed()) return ran;
  ran.null_counts = call->result.null_counts;
  return ran;
}

/// A record batch and the options of its call.
struct Batch {
  ArrowSchema const& schema;
  ArrowArray const& array;
  rowfuse_options const& options;
};

/// Counts the rows that come to a stage of a pipe before each of `length` rows, and in total. If a row fails on the way there, `length`
/// ends with it: the pipe itself then fails at that row, and reports why.
Failure count_rows(Registration const& pass, Batch const& batch, Counts const& counts, std::int64_t& length,
                   std::vector<double>& rows_before) {
  rows_before.assign(1, 0);
  if (length == 0) return {};
  Inputs inputs;
  if (Failure failure = import_columns(pass, batch.schema, batch.array, batch.options, length, counts, inputs)) return failure;
  Outputs outputs;
  Ran const ran = compute(pass, inputs, batch.options, outputs);
  if (ran.fault_row >= 0) {
    std::int64_t before = ran.fault_row;
    if (Failure failure = count_rows(pass, batch, counts, before, rows_before)) return failure;
    length = ran.fault_row + 1;
    return {};
  }
  if (ran.failure) return ran.failure;
  auto const* const made = static_cast<double const*>(outputs.columns()[0].values);
  for (std::int64_t row = 0; row < length; ++row) rows_before.push_back(rows_before.back() + made[row]);
  return {};
}

/// Refuses windows that are bounded by values, and windows of text. Only Node finds the bounds of the former, and checks that the text of
/// the latter is valid.
Failure refuse_windows(Registration const& transform) {
  arrow::Layout const& layout = transform.cpu.layout;
  for (std::int32_t i = 0; i < layout.input_count; ++i) {
    Field const& field = transform.fields.inputs[i];
    bool const is_bound = field.name != nullptr && field.format == nullptr && layout.inputs[i].id == arrow::TypeId::int32;
    bool const is_text = layout.inputs[i].window && arrow::has_offsets(layout.inputs[i].id);
    if (is_bound || is_text) {
      return {ROWFUSE_UNKNOWN, std::string("it has windows ") + (is_bound ? "by value or partition" : "of text") +
                                   ", which only Node can find. Call it there."};
    }
  }
  return {};
}

Failure run(Registration const& transform, ArrowSchema const& schema, ArrowArray const& batch, rowfuse_options const& options,
            ArrowSchema& out_schema, ArrowArray& out_batch) {
  if (char const* const problem = cpu_level_problem(); problem != nullptr) {
    return {ROWFUSE_UNKNOWN, std::string(problem) + ". Build the library on this machine, or elsewhere with --cpu-level x86-64."};
  }
  if (Failure failure = refuse_windows(transform)) return failure;
  std::int64_t length = batch.length;
  Counts counts;
  for (std::int32_t i = 0; i < transform.cpu.layout.input_count; ++i) {
    Field const& field = transform.fields.inputs[i];
    if (field.shared) {
      return {ROWFUSE_UNKNOWN,
              "its results keep column \"" + std::string(field.name) +
                  "\" of the input, which only Node can share. Describe it without `keep`, and put the column beside the result."};
    }
    if (field.format != nullptr || field.name == nullptr) continue;
    std::string const name = std::string(transform.name) + "#" + std::to_string(counts.size() + 1);
    Registration const* const pass = Registration::find(name.c_str());
    if (pass == nullptr) return {ROWFUSE_UNKNOWN, "the pass " + name + " is missing. Run `rowfuse build` again."};
    std::vector<double> rows_before;
    if (Failure failure = count_rows(*pass, {schema, batch, options}, counts, length, rows_before)) return failure;
    counts.push_back({field.name, std::move(rows_before)});
  }
  Inputs inputs;
  if (Failure failure = import_columns(transform, schema, batch, options, length, counts, inputs)) return failure;
  Outputs outputs;
  Ran const ran = compute(transform, inputs, options, outputs);
  if (ran.failure) return ran.failure;
  return outputs.give(transform, ran.rows, ran.null_counts, out_schema, out_batch);
}

/// True for a transform that can be called. A pass that counts rows for a pipe has a number after its name, and aggregations have calls of
/// their own.
bool is_callable(Registration const& transform) { return std::strchr(transform.name, '#') == nullptr && !transform.cpu.layout.grouped; }

}  // namespace

}  // namespace rowfuse::portable

extern "C" char const* rowfuse_transform(int32_t i) {
  rowfuse::Registration const* transform = rowfuse::Registration::first();
  auto const skip = [&] {
    while (transform != nullptr && !rowfuse::portable::is_callable(*transform)) transform = transform->next;
  };
  skip();
  for (; transform != nullptr && i > 0; --i) {
    transform = transform->next;
    skip();
  }
  return transform == nullptr || i < 0 ? nullptr : transform->name;
}

extern "C" int32_t rowfuse_run(char const* name, ArrowSchema const* schema, ArrowArray const* batch, rowfuse_options const* options,
                               ArrowSchema* out_schema, ArrowArray* out_batch, char* error, size_t error_size) {
  using namespace rowfuse::portable;
  Failure failure;
  try {
    rowfuse::Registration const* const transform = rowfuse::Registration::find(name);
    failure = transform == nullptr || !is_callable(*transform)
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
