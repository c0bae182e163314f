#include "demos/walk_row.hpp"

namespace hitmiss {

Object walk_row(const WalkRun& run, std::size_t k) {
    const WalkMove& move = run.moves[k];
    const bool step = move.is_step();
    return {{"method", to_string(run.method)},
            {"variant", to_string(run.variant)},
            {"step", k + 1},
            {"move", std::string(1, move.move)},
            {"x", shortest(move.position.x)},
            {"y", shortest(move.position.y)},
            {"z", shortest(move.position.z)},
            {"before", move.verdict.before},
            {"after", move.verdict.after},
            {"t", move.verdict.t},
            {"verdict", !step            ? "turns"
                        : move.blocked() ? "blocked"
                                         : "moves"},
            {"exact", !step        ? Value()
                      : move.exact ? "blocked"
                                   : "moves"},
            {"reason", step ? reasons[std::size_t(move.verdict.reason)] : Value()}};
}

Rows for_people(Rows rows) {
    for (Object& row : rows)
        for (auto& [unused, value] : row)
            if (value.is_number_float()) value = rounded(value.get<double>(), 5);
    return rows;
}

}  // namespace hitmiss
