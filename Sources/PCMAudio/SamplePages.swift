import Glibc

/// Owns whole pages of zeroes, which return to the system as soon as the owner is gone.
///
/// `malloc` would keep what is freed, up to tens of megabytes for each thread. The system provides
/// a page when it is first written, so a large owner costs nothing until then.
package struct SamplePages: ~Copyable {
    /// Room for `capacity` samples.
    package let samples: UnsafeMutablePointer<Float>
    package let capacity: Int
    private let byteCount: Int

    /// Ends the process where the system has no memory.
    package init(capacity: Int) {
        let byteCount = max(capacity, 1) * MemoryLayout<Float>.stride
        let pages = mmap(
            nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let pages, pages != MAP_FAILED else { fatalError("out of memory") }
        samples = pages.bindMemory(to: Float.self, capacity: max(capacity, 1))
        self.capacity = capacity
        self.byteCount = byteCount
    }

    deinit {
        munmap(samples, byteCount)
    }
}
