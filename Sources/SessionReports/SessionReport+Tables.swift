import MediaTime
import ReportPages

/// The tables.
extension SessionReport {
    var expectationTable: String {
        guard !verdict.expectations.isEmpty else { return "" }
        let rows = verdict.expectations.map { result -> [HTML.Cell] in
            [.text(result.name), result.deviation.map { .badText($0) } ?? .text("as expected")]
        }
        return ReportPage.card(
            "Expectations", [HTML.table("Expectations", ["expected", "heard"], rows)])
    }

    var spotTable: String {
        guard !account.spots.isEmpty else { return "" }
        let hasIDs = account.spots.contains { $0.adID != nil }
        let header =
            ["spot", "status"] + (hasIDs ? ["advertiser's id"] : []) + [
                "break", "first frame", "time (s)", "frames", "file loudness (LUFS)", "gain (dB)",
                "loudness in the mix (LUFS)", "true peak (dBTP)",
            ]
        let rows = account.spots.map { spot -> [HTML.Cell] in
            let heard = spot.heard(until: last)
            return [.text(name(of: spot)), status(of: spot)]
                + (hasIDs ? [.text(spot.adID ?? "–")] : []) + [
                    .number("\(spot.breakID)"),
                    .number(heard.map { "\($0.start.frames)" } ?? "–"),
                    .number(heard.map { Self.thousandths($0.start) } ?? "–"),
                    .number(heard.map { "\($0.count)" } ?? "–"),
                    .number(Self.level(spot.loudness)), .number(Self.level(spot.gain)),
                    .number(Self.level(heard.flatMap { levels.loudness(in: [$0]) })),
                    .number(Self.level(heard.flatMap { levels.truePeak(in: $0) })),
                ]
        }
        return ReportPage.card("Spots", [HTML.table("Spots", header, rows)])
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
            "joint", "output frame", "time (s)", "gap (frames)", "stream frame", "stream",
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
                <p>A joint is where one sound follows another. The output frame is the first of the \
                new sound, the gap counts from the end of the old one, and the stream frame is \
                where the stream is left or resumes.</p>
                """, HTML.table("Joints", header, rows),
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
        let header = ["event", "details", "output frame", "time (s)", "duration (s)"]
        let rows = account.incidents.map { incident -> [HTML.Cell] in
            let lasted = incident.end.map { Duration.frames($0 - incident.frame).inSeconds }
            let open = incident.kind.lasts ? "to the end" : "–"
            return [
                .text(incident.kind.title),
                incident.kind.isWanted ? .text(incident.words) : .badText(incident.words),
                .number("\(incident.frame.frames)"), .number(Self.thousandths(incident.frame)),
                .number(lasted.map(Figures.thousandths) ?? open),
            ]
        }
        let rest =
            account.leftOut > 0
            ? ["<p>\(account.leftOut) more are in the event log.</p>"] : []
        let body = rows.isEmpty ? "<p>None.</p>" : HTML.table("Other events", header, rows)
        return ReportPage.card("Other events", [body] + rest)
    }
}
