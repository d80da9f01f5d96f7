import MediaTime
import PCMAudio

/// Writes the sum of `clips` over `range`, interleaved, `offset` frames into `out`.
///
/// The range is cut wherever a clip or one of its ramps begins or ends. In each piece the first
/// audible clip is assigned and the others are added: a single clip at unity gain stays bit-exact.
@_noLocks @_noAllocation
func sum(
    _ clips: Span<Clip>, supplies: Span<ClipSupply>, over range: FrameRange,
    into out: inout MutableSpan<Float>, at offset: Int
) {
    var position = range.start
    while position < range.end {
        var end = range.end
        for index in clips.indices {
            let corner = nextCorner(of: clips[index], supplies[index], after: position)
            end = earlier(end, corner)
        }
        let piece = FrameRange(position, end)
        let place = offset &+ (position - range.start)
        sumPiece(piece, of: clips, supplies: supplies, at: place, into: &out)
        position = end
    }
}

/// The first frame after `position` at which a clip starts or ends, or its gain starts or stops
/// changing.
@_noLocks @_noAllocation
private func nextCorner(
    of clip: Clip, _ supply: ClipSupply, after position: FrameTime
) -> FrameTime {
    let audible = supply.audible(clip)
    if audible.isEmpty || audible.end <= position { return .distantFuture }
    if audible.start > position { return audible.start }
    let corner = earlier(audible.end, clip.envelope.nextCorner(after: position))
    guard let farewell = supply.farewell else { return corner }
    return earlier(corner, farewell.nextCorner(after: position))
}

/// Writes a piece in which no clip begins or ends, `offset` frames into `out`.
@_noLocks @_noAllocation
private func sumPiece(
    _ piece: FrameRange, of clips: Span<Clip>, supplies: Span<ClipSupply>, at offset: Int,
    into out: inout MutableSpan<Float>
) {
    let channels = AudioFormat.pipelineChannelCount
    var isFirst = true
    for index in clips.indices {
        let clip = clips[index]
        guard supplies[index].audible(clip).contains(piece.start) else { continue }
        let moves = clip.envelope.moves(at: piece.start)
        if !moves && clip.envelope.gain(at: piece.start) == 0 { continue }
        write(
            piece, of: clip, supplies[index].farewell, isFirst ? .assign : .add, at: offset,
            into: &out)
        isFirst = false
    }
    if isFirst {
        for sample in (offset &* channels)..<((offset &+ piece.count) &* channels) {
            out[sample] = 0
        }
    }
}

/// Writes the samples of `clip` over `piece`, `offset` frames into `out`.
@_noLocks @_noAllocation
private func write(
    _ piece: FrameRange, of clip: Clip, _ farewell: Ramp?, _ way: Way, at offset: Int,
    into out: inout MutableSpan<Float>
) {
    let source = FrameRange(clip.sourceFrame(at: piece.start), count: piece.count)
    clip.source.read(source, into: &out) { samples, before, out in
        let place = (offset &+ before) &* AudioFormat.pipelineChannelCount
        if let farewell, farewell.moves(at: piece.start) {
            write(
                samples, under: clip.envelope, farewell, from: piece.start + before, way,
                at: place, into: &out)
        } else if clip.envelope.moves(at: piece.start) {
            write(
                samples, under: clip.envelope, from: piece.start + before, way, at: place,
                into: &out)
        } else {
            let gain = clip.envelope.gain(at: piece.start)
            write(samples, gain: gain, way, at: place, into: &out)
        }
    }
}

/// Whether samples replace those in the output or are added to them.
private enum Way {
    case assign
    case add
}

/// Writes `samples`, all scaled by one gain.
@_noLocks @_noAllocation
private func write(
    _ samples: Span<Float>, gain: Float, _ way: Way, at place: Int,
    into out: inout MutableSpan<Float>
) {
    switch (way, gain == 1) {
    case (.assign, true):
        for index in samples.indices { out[place &+ index] = samples[index] }
    case (.assign, false):
        for index in samples.indices { out[place &+ index] = samples[index] * gain }
    case (.add, true):
        for index in samples.indices { out[place &+ index] += samples[index] }
    case (.add, false):
        for index in samples.indices { out[place &+ index] += samples[index] * gain }
    }
}

/// Writes `samples`, each frame scaled by its own gain; the first is output frame `start`.
@_noLocks @_noAllocation
private func write(
    _ samples: Span<Float>, under envelope: Envelope, _ farewell: Ramp? = nil,
    from start: FrameTime, _ way: Way, at place: Int, into out: inout MutableSpan<Float>
) {
    let channels = AudioFormat.pipelineChannelCount
    for frame in 0..<(samples.count / channels) {
        var gain = envelope.gain(at: start + frame)
        if let farewell { gain *= farewell.gain(at: start + frame) }
        for sample in (frame &* channels)..<((frame &+ 1) &* channels) {
            switch way {
            case .assign: out[place &+ sample] = samples[sample] * gain
            case .add: out[place &+ sample] += samples[sample] * gain
            }
        }
    }
}
