extension MediaPlaylist {
    /// The whole playlist that this delta update makes of `previous`; the playlist itself if it
    /// leaves nothing out.
    package func completed(from previous: MediaPlaylist) throws(HLSPlaylistError) -> MediaPlaylist {
        guard let skip else { return self }
        let first = mediaSequence - previous.mediaSequence
        guard previous.skip == nil, first >= 0, skip.count <= HLSLimits.segmentCount,
            first + skip.count <= previous.segments.count
        else { throw HLSPlaylistError(.skipsUnknownSegments) }
        let kept = previous.segments[first..<first + skip.count]
        var whole = self
        whole.skip = nil
        if let last = kept.last {
            for index in 0..<skip.unkeyedCount { whole.segments[index].keys = last.keys }
            for index in 0..<skip.unmappedCount { whole.segments[index].map = last.map }
        }
        whole.segments.insert(contentsOf: kept, at: 0)
        whole.countDiscontinuities()
        whole.dateRanges = completedDateRanges(from: previous, removing: skip, first)
        return whole
    }

    /// Numbers each segment's discontinuities from ``discontinuitySequence`` on.
    mutating func countDiscontinuities() {
        var sequence = discontinuitySequence
        for index in segments.indices {
            if segments[index].isDiscontinuous { sequence += 1 }
            segments[index].discontinuitySequence = sequence
        }
    }

    private func completedDateRanges(
        from previous: MediaPlaylist, removing skip: SkippedSegments, _ first: Int
    ) -> [DateRange] {
        var ranges: [DateRange] = []
        if let removed = skip.removedDateRanges.map(Set.init) {
            ranges = previous.dateRanges.filter { !removed.contains($0.id) }
        }
        for index in ranges.indices {
            ranges[index].segmentIndex = max(0, ranges[index].segmentIndex - first)
        }
        var indices: [String: Int] = [:]
        for (index, range) in ranges.enumerated() { indices[range.id] = index }
        for range in dateRanges {
            let segmentIndex = range.segmentIndex + skip.count
            if let index = indices[range.id] {
                ranges[index].add(range.attributes, before: segmentIndex)
            } else {
                ranges.append(
                    DateRange(id: range.id, range.attributes, before: segmentIndex))
            }
        }
        return ranges
    }
}
