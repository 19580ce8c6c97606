// The kernels of groups_check.cpp.
#include "groups_check.hpp"

#include <rowfuse/cuda/groups/dispatch.cuh>

namespace bench {

rf::cuda::GroupEntry const& numbers_on_device = rf::cuda::line_group_entry<Numbers>;
rf::cuda::GroupEntry const& pairs_on_device = rf::cuda::line_group_entry<Pairs>;
rf::cuda::GroupEntry const& words_on_device = rf::cuda::line_group_entry<Words>;
rf::cuda::GroupEntry const& trades_on_device = rf::cuda::column_group_entry<Trades>;
rf::cuda::GroupEntry const& measured_on_device = rf::cuda::column_group_entry<Measured>;
rf::cuda::GroupEntry const& by_number_on_device = rf::cuda::column_group_entry<ByNumber>;
rf::cuda::GroupEntry const& pieces_on_device = rf::cuda::column_group_entry<Pieces>;
rf::cuda::GroupEntry const& repeats_on_device = rf::cuda::column_group_entry<Repeats>;

}  // namespace bench
