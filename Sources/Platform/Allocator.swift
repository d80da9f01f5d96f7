import CMalloc
import Dispatch

/// The memory allocator of this process, glibc's.
package enum Allocator {
    /// Blocks of at least this many bytes are mapped individually.
    private static let mappedByteCount = Int32(128 << 10)
    private static let arenaCount: Int32 = 1

    /// Lets the process hold little freed memory. For use before a second thread begins.
    ///
    /// Each large block returns to the system as soon as it is freed. By default, glibc raises the
    /// threshold with every freed block, up to 32 MB (mallopt(3), M_MMAP_THRESHOLD). Blocks below
    /// it lie between the packets of a stream, and cannot be returned: a stream with 34 MB in use
    /// has been seen to take 390 MB.
    ///
    /// All threads share one arena. By default there are up to eight for each processor
    /// (M_ARENA_MAX), and each keeps what its threads have freed: 4 MB of 63 in a player.
    package static func holdLittleMemory() {
        mallopt(M_MMAP_THRESHOLD, mappedByteCount)
        mallopt(M_ARENA_MAX, arenaCount)
    }

    /// Returns all freed memory to the system, on another thread. Does not block.
    ///
    /// For use after something that has taken many small blocks: the allocator keeps them in its
    /// arena. A thread that allocates meanwhile may wait for milliseconds.
    package static func returnFreedBlocks() {
        DispatchQueue.global(qos: .utility).async { _ = malloc_trim(0) }
    }
}
