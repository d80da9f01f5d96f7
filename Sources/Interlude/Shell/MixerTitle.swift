import PlainText

/// The stream's name in the listener's mixer.
struct MixerTitle: Hashable {
    private var station: String?
    private var title: String?
    /// The playing advertisement of a break, from 1, and their number.
    private var spot: Spot?

    private struct Spot: Hashable {
        var number: Int
        var count: Int
        var title: String
    }

    init(_ status: PlayerStatus) {
        station = status.station
        title = status.title
        spot = status.adBreak.flatMap {
            $0.isSlate
                ? nil
                : Spot(
                    number: $0.spotNumber, count: $0.spotCount, title: $0.advertisement.title)
        }
    }

    var text: String {
        if let spot { return "Advertisement \(spot.number)/\(spot.count)" }
        let names = [station, title].compactMap { $0 }.filter { !$0.isEmpty }
        let name = names.joined(separator: " - ").printable(limit: 500)
        return name.isEmpty ? "Interlude" : name
    }

    /// What is heard, for listeners elsewhere, who know the station: the title of the programme, or
    /// of the playing advertisement.
    var programmeText: String {
        let text =
            if let spot {
                spot.title.isEmpty ? "Advertisement" : spot.title
            } else {
                title ?? station ?? ""
            }
        return text.printable(limit: 500)
    }
}
