import Glibc

/// Owns whole zeroed pages, which return to the system on deinitialization.
///
/// `malloc` would keep freed memory, up to tens of megabytes per thread. The system provides a page
/// on the first write to it, so unused pages cost nothing.
package struct SamplePages: ~Copyable {
    /// Room for `capacity` samples.
    package let samples: UnsafeMutablePointer<Float>
    package let capacity: Int
    private let byteCount: Int

    /// Ends the process if the system has no memory left.
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
