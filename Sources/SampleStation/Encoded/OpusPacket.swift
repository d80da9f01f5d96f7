import MediaTime

/// What an Opus packet says of its length (RFC 6716, 3.1 and 3.2).
enum OpusPacket {
    /// How many samples at 48 kHz the packet decodes to; nil if it is not a packet.
    static func sampleCount(_ packet: ArraySlice<UInt8>) -> Int? {
        guard let first = packet.first else { return nil }
        let frameCount: Int
        switch first & 3 {
        case 0: frameCount = 1
        case 3:
            guard let second = packet.dropFirst().first else { return nil }
            frameCount = Int(second & 63)
        default: frameCount = 2  // Codes 1 and 2: two frames, of one length or of two.
        }
        return frameCount * samplesPerFrame(configuration: Int(first >> 3))
    }

    private static func samplesPerFrame(configuration: Int) -> Int {
        switch configuration {
        case 0..<12: [480, 960, 1920, 2880][configuration & 3]
        case 12..<16: [480, 960][configuration & 1]
        default: 120 << (configuration & 3)
        }
    }
}
