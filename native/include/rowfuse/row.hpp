#pragma once

/// Everything that a generated row function may name. The same header serves g++ and nvcc.
///
/// A transform is a struct with a call operator, which evaluates one row: `column<In::name>(row)` reads a column, `put<Out::name>(out, …)`
/// writes one. `In` and `Out` name the columns by their places. Members describe the transform to the engine, and each of them may be
/// missing:
///
///   Input, Output   the column types, in the order of the places
///   bounds          per output column, the most bytes of text per row: see OutputBound. `{}` means no bound
///   segments        the pieces of columns and literals that text consists of: see Segments. Missing if text is built in the arena
///   bulk_text       true if long text is searched, counted and copied as a whole, never unit by unit, so that a warp may share such a row
///   rows            the number of rows that one row becomes; missing for one. Values that are put become a row when they are emitted
///   builds_strings  true if rows need an arena
///   indexes_text    true if loops read texts by index, for which a row on the host needs memory
///   is_large        true if a row loop calls the operator instead of inlining it
///   Grouping        the keys and aggregates of a transform whose rows are grouped: see group/grouping.hpp
///   window          the rows of a window, for Reductions and Folds
///   Reductions      associative operations over windows: `of` returns the value of one row of the window
///   Folds           loops over whole windows: `begin` returns the state before the first row, `step` adds one row to it
///   Bounds          the columns that say where windows begin and end
#include <rowfuse/base/keep_branch.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/number.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/put.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/string.hpp>
#include <rowfuse/value/value.hpp>

namespace rowfuse::generated {
namespace rf = ::rowfuse;
}
