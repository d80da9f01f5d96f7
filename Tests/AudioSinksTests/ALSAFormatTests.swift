import Testing

@testable import AudioSinks

@Suite("The sample formats of ALSA devices")
struct ALSAFormatTests {
    private static let samples: [Float] = [0, 0.5, -1, 1, 1.5, -1.5, .nan, 1 / 65_536]

    @Test("are rounded to the nearest and clipped")
    func integers() {
        #expect(
            encoded(.integer16, as: Int16.self)
                == [0, 16_384, -32_768, 32_767, 32_767, -32_768, 0, 0])
        #expect(
            encoded(.integer32, as: Int32.self)
                == [0, 1 << 30, .min, .max, .max, .min, 0, 1 << 15])
    }

    @Test("leave floats as they are")
    func floats() {
        let bits = encoded(.float32, as: UInt32.self)
        #expect(bits == Self.samples.map(\.bitPattern))
    }

    private func encoded<Value>(_ format: ALSAFormat, as type: Value.Type) -> [Value] {
        [Value](unsafeUninitializedCapacity: Self.samples.count) { memory, count in
            Self.samples.withUnsafeBufferPointer { samples in
                format.encode(samples, to: UnsafeMutableRawPointer(memory.baseAddress!))
            }
            count = Self.samples.count
        }
    }
}
