import MediaTime

/// Writes one WAV file.
final class WAVOutput: BlockOutput {
    private let file: OutputFile
    private let header: WAVHeader
    private var dataByteCount = 0

    init(path: String, format: WAVFormat) throws(SinkFailure) {
        header = WAVHeader(format: format)
        file = try OutputFile(creating: path)
        try file.append(header.bytes(dataByteCount: nil).span.bytes)
    }

    func write(_ samples: Span<Float>) throws(SinkFailure) {
        switch header.format {
        case .float32:
            try append(samples.bytes)
        case .integer16:
            var integers: [Int16] = []
            integers.reserveCapacity(samples.count)
            for index in samples.indices { integers.append(Self.integer(samples[index])) }
            try append(integers.span.bytes)
        }
    }

    private func append(_ bytes: RawSpan) throws(SinkFailure) {
        try file.append(bytes)
        dataByteCount += bytes.byteCount
    }

    /// The integer nearest to `sample`; 0 for NaN.
    private static func integer(_ sample: Float) -> Int16 {
        Int16(saturating: Double((sample * 32_768).rounded(.toNearestOrEven)))
    }

    /// Writes the sizes into the header, if the file can seek.
    func close() throws(SinkFailure) {
        try file.replaceBeginning(with: header.bytes(dataByteCount: dataByteCount).span.bytes)
    }
}
