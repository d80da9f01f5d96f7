import CFFmpeg
import MediaTime

extension DecodedFrame {
    /// The samples of a frame of interleaved floats, valid until the frame is refilled.
    var interleaved: UnsafeBufferPointer<Float> {
        let count = sampleCount * Int(frame.pointee.ch_layout.nb_channels)
        let bytes = UnsafeRawPointer(frame.pointee.data.0!)
        return UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: Float.self), count: count)
    }

    /// Passes the address of each plane's samples after the first `skipped` of them.
    func withPlanes(
        skipping skipped: Int, _ body: (UnsafeMutablePointer<UnsafePointer<UInt8>?>) -> Void
    ) {
        let format = format
        withUnsafeTemporaryAllocation(
            of: UnsafePointer<UInt8>?.self, capacity: format.planeCount
        ) { planes in
            for index in planes.indices {
                let plane = frame.pointee.extended_data[index]!
                let start = plane + skipped * format.bytesPerSample
                planes.initializeElement(at: index, to: UnsafePointer(start))
            }
            body(planes.baseAddress!)
        }
    }
}

extension SampleFormat {
    private var isPlanar: Bool {
        av_sample_fmt_is_planar(AVSampleFormat(rawValue: sampleFormat)) != 0
    }

    var planeCount: Int { isPlanar ? channelCount : 1 }

    /// Bytes from one sample to the next in a plane.
    var bytesPerSample: Int {
        let size = Int(av_get_bytes_per_sample(AVSampleFormat(rawValue: sampleFormat)))
        return isPlanar ? size : size * channelCount
    }

    /// Passes planes that hold `count` samples of silence.
    func withSilence(
        count: Int, _ body: (UnsafeMutablePointer<UnsafePointer<UInt8>?>) -> Void
    ) {
        let isUnsigned =
            sampleFormat == AV_SAMPLE_FMT_U8.rawValue || sampleFormat == AV_SAMPLE_FMT_U8P.rawValue
        let silence = [UInt8](repeating: isUnsigned ? 0x80 : 0, count: count * bytesPerSample)
        silence.withUnsafeBufferPointer { bytes in
            var planes = [UnsafePointer<UInt8>?](repeating: bytes.baseAddress, count: planeCount)
            planes.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
        }
    }
}
