import HLSPlaylists

/// A whole HLS recording whose segments are decoded as one sequence of bytes, as an advertisement is.
package enum HLSRecording {
    /// The request for the media playlist of the recording at whose own address `playlist` is; `nil` if
    /// that is the media playlist itself. All choices are returned with it.
    package static func choices(
        in playlist: HLSPlaylist
    ) throws(HLSFailure) -> (all: [HLSChoice], request: PlaylistRequest?) {
        switch playlist {
        case .multivariant(let list):
            let choices = try HLSChoices(list)
            return (choices.all, PlaylistRequest(id: 1, choice: choices.first))
        case .media: return (HLSChoices.own.all, nil)
        }
    }

    /// The requests for the segments of `playlist`, in their order.
    package static func requests(
        for playlist: MediaPlaylist, choice: Int
    ) throws(HLSFailure) -> [MediaRequest] {
        guard playlist.hasEnded else { throw .live }
        var requests: [MediaRequest] = []
        for (index, segment) in playlist.segments.enumerated() where !segment.isGap {
            let isChanged = segment.isDiscontinuous || segment.map != requests.last?.map
            guard requests.isEmpty || !isChanged else { throw .discontinuous }
            requests.append(
                MediaRequest(
                    id: index + 1, choice: choice, sequence: playlist.mediaSequence + index,
                    uri: segment.uri, byteRange: segment.byteRange, duration: segment.duration,
                    map: segment.map, key: try segment.usableKey.get(), run: 1,
                    joint: .continued, cues: []))
        }
        guard !requests.isEmpty else { throw .empty }
        return requests
    }
}
