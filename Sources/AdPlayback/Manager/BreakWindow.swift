import MediaTime

/// The place in the programme of a break whose spots wait for it, in programme frames.
package struct BreakWindow: Hashable, Sendable, Codable {
    /// The number of the break: from 1 for those that the stream marks, and from -1 downwards for
    /// pushes for a time of the stream.
    package var number: Int

    /// The number of the break that the stream marks and of which it is a part: that of a push for the
    /// place of the break. `nil` for a break of its own.
    package var partOf: Int?

    /// The frame at which the stream leaves.
    package var begin: FrameTime

    /// With ``Joint/replaced``, the frame at which the stream returns at the latest: spots are cut
    /// there. With ``Joint/inserted``, so many frames after ``begin`` as spots are heard.
    package var end: FrameTime

    package var joint = Joint.replaced

    package var skipping = Skipping.allowed

    /// What becomes of the spot that is heard at ``end``, if a marker ends the break before it
    /// would end by itself; `nil` if none does.
    package var earlyEnd: BreakEndPolicy?

    /// How many of its spots were over when the listener joined it. They are not handed over.
    package var missedCount = 0

    /// Whether it has the bumpers of the session.
    package var hasBumpers = true

    /// Whether the slate of the session fills what its spots leave of it.
    package var hasSlate = false

    /// The end of the stream: the slate goes no further. `nil` while it is not known.
    package var slateEnd: FrameTime?

    /// Whether ``end`` is only where it ends if no marker ends it.
    package var isOpenEnded = false

    package init(number: Int, begin: FrameTime, end: FrameTime, _ joint: Joint = .replaced) {
        self.number = number
        self.begin = begin
        self.end = max(begin, end)
        self.joint = joint
    }

    /// The number of the break to which its spots belong.
    package var breakNumber: Int { partOf ?? number }

    /// What becomes of the programme during the break.
    package enum Joint: String, Hashable, Sendable, Codable {
        /// The break is heard in place of a part of the programme, as long as it lasts.
        case replaced
        /// The programme is held.
        case inserted
        /// What the session does in breaks of its own.
        case pushed
    }

    /// Whether the listener may skip spots of the break.
    package enum Skipping: String, Hashable, Sendable, Codable {
        case allowed
        case forbidden
    }

    private enum CodingKeys: CodingKey {
        case number, partOf, begin, end, joint, skipping, earlyEnd, missedCount, hasBumpers
        case hasSlate, slateEnd, isOpenEnded
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            number: try values.decode(Int.self, forKey: .number),
            begin: try values.decode(FrameTime.self, forKey: .begin),
            end: try values.decode(FrameTime.self, forKey: .end),
            try values.decodeIfPresent(Joint.self, forKey: .joint) ?? .replaced)
        partOf = try values.decodeIfPresent(Int.self, forKey: .partOf)
        skipping = try values.decodeIfPresent(Skipping.self, forKey: .skipping) ?? .allowed
        earlyEnd = try values.decodeIfPresent(BreakEndPolicy.self, forKey: .earlyEnd)
        missedCount = try values.decodeIfPresent(Int.self, forKey: .missedCount) ?? 0
        hasBumpers = try values.decodeIfPresent(Bool.self, forKey: .hasBumpers) ?? true
        hasSlate = try values.decodeIfPresent(Bool.self, forKey: .hasSlate) ?? false
        slateEnd = try values.decodeIfPresent(FrameTime.self, forKey: .slateEnd)
        isOpenEnded = try values.decodeIfPresent(Bool.self, forKey: .isOpenEnded) ?? false
    }

    /// Why no more of a marked break is heard.
    package enum Ending: String, Hashable, Sendable, Codable {
        /// It lasted as long as was known when it began.
        case whole
        /// A marker ended it before that.
        case early
        /// A marker took it back.
        case cancelled
    }
}

/// The place of the programme at an output frame.
package struct ProgrammePlace: Hashable, Sendable, Codable {
    package var output: FrameTime

    /// The programme frame that is heard there, or from which on the programme continues.
    package var frame: FrameTime

    /// Whether the programme advances from there on.
    package var isRunning: Bool

    package init(output: FrameTime, frame: FrameTime, isRunning: Bool) {
        self.output = output
        self.frame = frame
        self.isRunning = isRunning
    }

    /// The output frame at which the programme has reached `frame`, if it stands for `heldCount`
    /// frames on the way: not before ``output``. `nil` if it stands still before that.
    func output(of frame: FrameTime, holding heldCount: Int = 0) -> FrameTime? {
        if frame <= self.frame { return output }
        return isRunning ? output + heldCount + (frame - self.frame) : nil
    }
}
