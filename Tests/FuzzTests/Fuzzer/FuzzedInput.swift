import CMalloc
import Glibc

/// Runs one input after another, and measures the memory of each.
///
/// Used by the one thread of libFuzzer.
enum FuzzedInput {
    // nonisolated(unsafe): set once before the first input.
    nonisolated(unsafe) static var target: any FuzzTarget.Type = PlaylistFuzz.self

    // nonisolated(unsafe): used by libFuzzer's thread only.
    nonisolated(unsafe) private static var count = 0
    nonisolated(unsafe) private static var peakAtStart = 0

    /// Megabytes that an input may allocate at once; a session has 256 for all its spots.
    private static let megabytes = 300

    /// One in this many inputs is checked for leaked memory; with `--each` every one.
    private static let interval = CommandLine.arguments.contains("--each") ? 1 : 500

    /// Makes excessive allocations fail at once.
    static func boundMemory() {
        var limit = rlimit(rlim_cur: 3 << 30, rlim_max: 3 << 30)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    }

    static func run(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
        let bytes = Array(UnsafeBufferPointer(start: data, count: size))
        if count == 0 { peakAtStart = peak }
        count += 1
        target.run(bytes)
        if peak - peakAtStart > megabytes << 10 {
            give(up: "this input takes more than \(megabytes) MB of memory")
        }
        if count % interval == 0, let kept = bytesKept(bytes) {
            give(up: "each run of this input leaves \(kept) bytes allocated")
        }
        return 0
    }

    /// libFuzzer keeps the input that aborts.
    private static func give(up reason: String) -> Never {
        StandardError.write("FINDING: \(reason)\n")
        abort()
    }

    /// The bytes that every run of an input leaves allocated; `nil` if they are no more than the
    /// target allows.
    ///
    /// Short rounds find a suspicion, and longer ones confirm it: caches fill over some thousands of
    /// runs. The bytes are those of glibc's main arena, without the allocator's caches of each
    /// thread, if `GLIBC_TUNABLES` is set as `tools/fuzz` does.
    private static func bytesKept(_ bytes: [UInt8]) -> Int? {
        guard leastGrowth(bytes, runs: 20) != nil else { return nil }
        return leastGrowth(bytes, runs: 500)
    }

    /// The bytes a run left allocated in that of four rounds in which they were fewest; `nil` if they
    /// are no more than the target allows. A cache grows in some rounds, a leak in every one.
    private static func leastGrowth(_ bytes: [UInt8], runs: Int) -> Int? {
        var least = Int.max
        for _ in 0..<4 {
            let (before, start) = (bytesInUse, ContinuousClock.now)
            var count = 0
            // A round of a slow input ends before libFuzzer's time limit.
            while count < runs, count < 20 || ContinuousClock.now - start < .seconds(1) {
                target.run(bytes)
                count += 1
            }
            least = min(least, (bytesInUse - before) / count)
            if least <= target.keptBytes { return nil }
        }
        return least
    }

    private static var bytesInUse: Int {
        let info = mallinfo2()
        return Int(info.uordblks + info.hblkhd)
    }

    /// Kilobytes.
    private static var peak: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }
}
