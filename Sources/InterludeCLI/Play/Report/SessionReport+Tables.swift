import MediaTime

/// The tables.
extension SessionReport {
    var spotTable: String {
        guard !account.spots.isEmpty else { return "" }
        let header = [
            "spot", "break", "first frame", "at, s", "frames", "made, LUFS", "gain, dB",
            "heard, LUFS", "peak, dBTP", "status",
        ]
        let rows = account.spots.map { spot -> [HTML.Cell] in
            let heard = spot.heard(until: last)
            return [
                .text(name(of: spot)), .number("\(spot.breakID)"),
                .number(heard.map { "\($0.start.frames)" } ?? "–"),
                .number(heard.map { Self.thousandths($0.start) } ?? "–"),
                .number(heard.map { "\($0.count)" } ?? "–"),
                .number(Self.level(spot.loudness)), .number(Self.level(spot.gain)),
                .number(Self.level(heard.flatMap { levels.loudness(in: [$0]) })),
                .number(Self.level(heard.flatMap { levels.truePeak(in: $0) })),
                status(of: spot),
            ]
        }
        return ReportPage.card(
            "What was played",
            [
                """
                <p><em>Made</em> is how loud the spot is by itself, <em>heard</em> how loud it was \
                in the mix.</p>
                """, HTML.table(header, rows),
            ])
    }

    private func status(of spot: ReportedSpot) -> HTML.Cell {
        switch spot.outcome {
        case .failed: .badText(spot.words)
        case .open, .completed, .skipped, .notUsed: .text(spot.words)
        }
    }

    private static func level(_ value: Double?) -> String { value.map(decibels) ?? "–" }

    var jointTable: String {
        guard !account.joints.isEmpty else { return "" }
        let header = [
            "joint", "output frame", "at, s", "gap, frames", "stream frame", "the stream",
        ]
        let rows = account.joints.map { joint -> [HTML.Cell] in
            [
                .text("\(name(of: joint.from)) → \(name(of: joint.to))"),
                .number("\(joint.frame.frames)"), .number(Self.thousandths(joint.frame)),
                joint.gap.map { $0 == 0 ? .number("0") : .badNumber("\($0)") } ?? .number("–"),
                .number(joint.streamFrame.map { "\($0.frames)" } ?? "–"),
                .text(joint.progress?.words ?? ""),
            ]
        }
        return ReportPage.card(
            "Joints",
            [
                """
                <p>Where one sound follows on another: the first output frame of the new one, how \
                many frames after the old one’s end that is, and which frame of the stream is left \
                or comes back there.</p>
                """, HTML.table(header, rows),
            ])
    }

    private func name(of side: SessionJoint.Side) -> String {
        switch side {
        case .silence: "silence"
        case .stream: "stream"
        case .spot(let slot):
            account.spots.last { $0.slot == slot }.map(name(of:)) ?? "spot"
        }
    }

    var incidents: String {
        let header = ["what", "output frame", "at, s", "lasted, s", "in the log’s words"]
        let rows = account.incidents.map { incident -> [HTML.Cell] in
            let lasted = incident.end.map { Duration.frames($0 - incident.frame).inSeconds }
            let open = incident.kind.lasts ? "to the end" : "–"
            return [
                .text(incident.kind.title), .number("\(incident.frame.frames)"),
                .number(Self.thousandths(incident.frame)),
                .number(lasted.map(Figures.thousandths) ?? open),
                incident.kind.isWanted ? .text(incident.words) : .badText(incident.words),
            ]
        }
        let rest =
            account.leftOut > 0
            ? ["<p>And \(account.leftOut) more, which only the event log has.</p>"] : []
        let body = rows.isEmpty ? "<p>Nothing.</p>" : HTML.table(header, rows)
        return ReportPage.card("What else happened", [body] + rest)
    }
}
