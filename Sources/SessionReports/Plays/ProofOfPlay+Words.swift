import MediaTime
import ReportPages

/// The proof of play for people.
extension ProofOfPlay {
    /// `2 sessions, 3:12:00 of output, 45 breaks, 90 spots: 88 to the end, 1 in part, 1 not heard; 1320.0 s of ads`.
    package var line: String {
        let output = Figures.clock(.frames(outputFrameCount))
        let spots = total.whole + total.part + total.unheard
        var line =
            "\(Self.count(sessionCount, "session")), \(output) of output, "
            + "\(Self.count(breakCount, "break")), \(Self.count(spots, "spot")): "
            + "\(total.whole) to the end, \(total.part) in part, \(total.unheard) not heard; "
            + "\(Self.seconds(total.heard)) s of ads"
        if !podAds.isEmpty {
            line +=
                "; in pods of the stream \(podAds.played) heard, \(podAds.credited) credited, "
                + "\(podAds.skipped) skipped"
        }
        if beacons != BeaconCounts() {
            line += "; \(Self.count(beacons.queued, "beacon")), \(beacons.confirmed) confirmed"
        }
        if omissions.missingLines > 0 {
            line += "; incomplete: \(Self.count(omissions.missingLines, "line")) missing"
        }
        return line
    }

    /// A row for each spot, below a header: its name, its id, and how often and how long it was heard.
    package var rows: [[String]] {
        [["spot", "id", "to the end", "in part", "not heard", "seconds"]]
            + sums.map { one in
                [
                    one.name, one.adID ?? "", "\(one.sum.whole)", "\(one.sum.part)",
                    "\(one.sum.unheard)", Self.seconds(one.sum.heard),
                ]
            }
    }

    /// A line for each play that did not come to its end, with the reason.
    package var shortfallLines: [String] {
        let lines = shortfalls.map { play in
            let place = play.start.map { " at \(Figures.thousandths($0.seconds)) s" } ?? ""
            let heard = play.heard > 0 ? ", \(Self.seconds(play.heard)) s heard" : ""
            return "\(play.log): \(play.name)\(place)\(heard): \(play.shortfall ?? "")"
        }
        return lines + remarks
    }

    private var remarks: [String] {
        var remarks: [String] = []
        if omissions.endlessSessions > 0 {
            remarks.append(
                "\(Self.count(omissions.endlessSessions, "session")) without an end in the log")
        }
        if omissions.plays > 0 {
            remarks.append(
                "\(Self.count(omissions.plays, "play")) of further spots; --csv lists all")
        }
        if omissions.reasons > 0 {
            remarks.append("\(Self.count(omissions.reasons, "further reason")); --csv lists all")
        }
        if emptyBreakCount > 0 {
            remarks.append(
                "\(Self.count(emptyBreakCount, "break")) of the stream that no spot filled")
        }
        for (cause, count) in emptyBreakCauses.sorted(by: {
            ($1.value, $0.key) < ($0.value, $1.key)
        }) {
            remarks.append("\(Self.count(count, "break")) without an ad: \(cause)")
        }
        if beacons.undelivered > 0 {
            remarks.append("\(Self.count(beacons.undelivered, "beacon")) given up")
        }
        let waiting = beacons.queued - beacons.confirmed - beacons.undelivered
        if waiting > 0 {
            remarks.append("\(Self.count(waiting, "beacon")) without an answer in these logs")
        }
        if podAds.openPods > 0 {
            remarks.append("\(Self.count(podAds.openPods, "pod")) without an end in its log")
        }
        if omissions.foreignLines > 0 {
            remarks.append("\(Self.count(omissions.foreignLines, "line")) without an event")
        }
        return remarks
    }

    /// The page of `interlude report --html`. `logs` are the names of the logs.
    package func html(of logs: [String], version: String) -> String {
        let table = rows.dropFirst().map { row in
            [HTML.Cell.text(row[0]), .text(row[1])] + row[2...].map { .number($0) }
        }
        let missed = shortfalls.map { play -> [HTML.Cell] in
            [
                .text(play.name), .text(play.adID ?? ""), .text(play.log),
                .number(play.start.map { Figures.thousandths($0.seconds) } ?? "–"),
                .number(Self.seconds(play.heard)), .badText(play.shortfall ?? ""),
            ]
        }
        return ReportPage(
            title: "Interlude proof of play",
            parts: [
                ReportPage.header(
                    "Proof of play", [Self.named(logs), "Interlude \(version)"]),
                ReportPage.verdict(verdict.kind, verdict.word, "\(line)."),
                ReportPage.tiles([
                    ReportTile(number: "\(total.whole)", words: "spots to the end"),
                    ReportTile(
                        number: "\(total.part)", words: "in part",
                        verdict: total.part == 0 ? .good : .bad),
                    ReportTile(
                        number: "\(total.unheard)", words: "not heard",
                        verdict: total.unheard == 0 ? .good : .bad),
                    ReportTile(
                        number: Self.seconds(total.heard), unit: "s", words: "of ads"),
                ]),
                table.isEmpty
                    ? ""
                    : ReportPage.card(
                        "Spots", [HTML.table("Spots", rows[0], Array(table))]),
                missed.isEmpty
                    ? ""
                    : ReportPage.card(
                        "Not heard to the end",
                        [
                            HTML.table(
                                "Not heard to the end",
                                ["spot", "id", "event log", "start (s)", "heard (s)", "reason"],
                                missed)
                        ]),
                remarks.isEmpty
                    ? "" : ReportPage.card("Remarks", remarks.map { "<p>\(HTML.escaped($0))</p>" }),
            ]
        ).html
    }

    private var verdict: (kind: ReportTile.Verdict, word: String) {
        let lost = total.part + total.unheard + podAds.skipped + podAds.openPods
        if lost > 0 { return (.bad, "Not all heard") }
        if omissions.missingLines > 0 { return (.bad, "Log incomplete") }
        let isEmpty = total.whole + podAds.played + podAds.credited == 0
        return isEmpty ? (.neutral, "No ads") : (.good, "All heard")
    }

    /// The names of a few logs, or how many there are.
    private static func named(_ logs: [String]) -> String {
        logs.count <= 3 ? logs.joined(separator: ", ") : "\(logs.count) event logs"
    }

    private static func seconds(_ frameCount: Int) -> String {
        Figures.tenths(.frames(frameCount))
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        SessionVerdict.count(number, noun)
    }
}
