/// Owns samples in one block of memory that grows as they come.
struct GrowingSamples: ~Copyable {
    private var buffer: UnsafeMutableBufferPointer<Float> = .allocate(capacity: 1 << 20)
    private(set) var count = 0

    deinit { buffer.deallocate() }

    mutating func append(_ samples: Span<Float>) {
        if count + samples.count > buffer.count { grow(toHold: count + samples.count) }
        samples.withUnsafeBufferPointer {
            guard let source = $0.baseAddress else { return }
            (buffer.baseAddress! + count).update(from: source, count: $0.count)
        }
        count += samples.count
    }

    private mutating func grow(toHold needed: Int) {
        let larger = UnsafeMutableBufferPointer<Float>.allocate(
            capacity: max(needed, 2 * buffer.count))
        larger.baseAddress!.update(from: buffer.baseAddress!, count: count)
        buffer.deallocate()
        buffer = larger
    }

    borrowing func withSamples(_ body: (Span<Float>) -> Void) {
        body(UnsafeBufferPointer(rebasing: buffer[..<count]).span)
    }
}
