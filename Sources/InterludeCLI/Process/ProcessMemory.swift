import CMalloc

/// How this process takes memory from the system.
enum ProcessMemory {
    /// A block of this many bytes or more is mapped by itself.
    private static let mappedByteCount = Int32(128 << 10)

    /// Lets the system have each large block back as soon as it is freed.
    ///
    /// By default glibc raises the size from which it maps blocks with every large block that is
    /// freed, to 32 MB at most (mallopt(3), M_MMAP_THRESHOLD). The blocks below that size then lie
    /// between the packets of a stream, and keep one another from being given back: a stream of
    /// which 34 MB are in use has been seen to take 390 MB.
    static func returnLargeBlocks() {
        mallopt(M_MMAP_THRESHOLD, mappedByteCount)
    }
}
