import MediaTime

/// An MPRIS track: the programme, or one advertisement.
struct MediaTrack: Hashable, Sendable {
    /// The unique D-Bus object path.
    var path: String
    var title: String
    var artists: [String] = []
    var album: String?
    var comment: String?
    var length: Duration?
    var address: String?
    var artAddress: String?

    /// The value of `Metadata`, without unknown fields.
    var metadata: BusValue {
        var fields: [String: BusValue] = [
            "mpris:trackid": .objectPath(path), "xesam:title": .string(title),
        ]
        if !artists.isEmpty { fields["xesam:artist"] = .strings(artists) }
        fields["xesam:album"] = album.map { .string($0) }
        fields["xesam:comment"] = comment.map { .strings([$0]) }
        fields["mpris:length"] = length.map { .int64($0.inMicroseconds) }
        fields["xesam:url"] = address.map { .string($0) }
        fields["mpris:artUrl"] = artAddress.map { .string($0) }
        return .dictionary(fields)
    }
}

extension Duration {
    /// MPRIS time: whole microseconds, rounded down.
    var inMicroseconds: Int64 { Int64(saturating: self / .microseconds(1)) }
}
