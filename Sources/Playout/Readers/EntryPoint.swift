import AudioDecoding
import MediaTime

/// The packet of a source at which decoding must begin to output a given frame exactly.
struct EntryPoint: ~Copyable {
    let packet: Packet
    /// The stream time at the packet's start.
    let clock: StreamClock
    let kind: AudioDecoder.Entry

    /// Skips packets of `demuxer` that lie well before `frame`, as far as their lengths are exactly
    /// known.
    ///
    /// `nil` if the source ends before `frame`; `end` is then its end.
    init?(
        before frame: FrameTime, in demuxer: inout Demuxer, end: inout FrameTime
    ) throws(DecodingError) {
        var clock = StreamClock()
        var stream = demuxer.stream
        var kind = AudioDecoder.Entry.beginning
        while let packet = try demuxer.next() {
            if packet.stream !== stream {
                stream = packet.stream
                clock = StreamClock(at: clock.now)
                kind = .beginning
            }
            var after = clock
            after.advance(packet.length)
            if !stream.hasExactLengths || after.now > frame - AudioDecoder.preroll {
                self.packet = packet
                self.clock = clock
                self.kind = kind
                return
            }
            clock = after
            kind = .middle
            let ahead = max(0, frame - AudioDecoder.preroll - clock.now)
            let rate = packet.length.rate
            let samples = Double(ahead) * Double(rate) / Double(FrameTime.rate)
            let skipped = demuxer.leap(over: Int(saturating: samples))
            clock.advance(SampleCount(skipped, rate: rate))
        }
        end = clock.now
        return nil
    }
}
