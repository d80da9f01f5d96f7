import HLSPlaylists
import MediaTime

extension PlaylistFacts {
    init(_ playlist: HLSPlaylist) {
        self.init()
        switch playlist {
        case .multivariant(let playlist): add(playlist)
        case .media(let playlist): add(playlist)
        }
    }

    // MARK: Variants

    private mutating func add(_ playlist: MultivariantPlaylist) {
        add("version", playlist.version)
        add("independentSegments", if: playlist.hasIndependentSegments)
        add(playlist.start)
        for (index, variant) in playlist.variants.enumerated() {
            add(variant, at: "playlists.\(index)")
        }
        for (index, variant) in playlist.iFrameVariants.enumerated() {
            add(variant, at: "iFramePlaylists.\(index)")
        }
        for rendition in playlist.renditions {
            let path = "mediaGroups.\(rendition.type).\(rendition.group).\(rendition.name)"
            add("\(path).language", rendition.language)
            add("\(path).uri", rendition.uri)
            add("\(path).default", rendition.isDefault)
            add("\(path).autoselect", rendition.isAutoselected)
            add("\(path).instreamId", rendition.attributes["INSTREAM-ID"])
            add("\(path).forced", rendition.attributes["FORCED"].map { $0 == "YES" })
        }
    }

    private mutating func add(_ variant: Variant, at path: String) {
        add("\(path).uri", variant.uri)
        for entry in variant.attributes.entries {
            let path = "\(path).attributes.\(entry.name)"
            switch entry.name {
            case "BANDWIDTH": add(path, variant.bandwidth)
            case "AVERAGE-BANDWIDTH": add(path, variant.averageBandwidth)
            case "PROGRAM-ID": add(path, Int(entry.value))
            case "FRAME-RATE":
                add(path, variant.attributes.seconds(entry.name))
            case "RESOLUTION":
                let sides = entry.value.split(separator: "x").map { Int($0) }
                add("\(path).width", sides.first ?? nil)
                add("\(path).height", sides.last ?? nil)
            default: add(path, entry.value)
            }
        }
    }

    // MARK: Media

    private mutating func add(_ playlist: MediaPlaylist) {
        add("version", playlist.version)
        add("independentSegments", if: playlist.hasIndependentSegments)
        add(playlist.start)
        add("targetDuration", playlist.targetDuration)
        if !playlist.segments.isEmpty {
            add("mediaSequence", playlist.mediaSequence)
            add("discontinuitySequence", playlist.discontinuitySequence)
        }
        add("playlistType", playlist.type?.rawValue)
        add("endList", if: playlist.hasEnded)
        add("iFramesOnly", if: playlist.isIFramesOnly)
        add("partTargetDuration", playlist.partTargetDuration)
        add("partInf.partTarget", playlist.partTargetDuration)
        add(playlist.serverControl)
        let dates = ProgramDates(playlist).dates
        var discontinuities = 0
        for (index, segment) in playlist.segments.enumerated() {
            add(segment, at: "segments.\(index)")
            if dates.indices.contains(index) {
                let milliseconds = dates[index].sinceEpoch / .milliseconds(1)
                add("segments.\(index).programDateTime", .number(milliseconds))
            }
            guard segment.isDiscontinuous else { continue }
            add("discontinuityStarts.\(discontinuities)", index)
            discontinuities += 1
        }
        add(playlist.openParts, at: "preloadSegment.parts")
        for (index, hint) in playlist.preloadHints.enumerated() {
            let path = "preloadSegment.preloadHints.\(index)"
            add("\(path).type", hint.kind.rawValue)
            add("\(path).uri", hint.uri)
            guard let length = hint.length else { continue }
            add(ByteRange(length: length, offset: hint.offset), at: "\(path).byterange")
        }
        for (index, report) in playlist.renditionReports.enumerated() {
            let path = "renditionReports.\(index)"
            add("\(path).uri", report.uri)
            add("\(path).lastMsn", report.lastMediaSequence)
            add("\(path).lastPart", report.lastPart)
        }
        add("skip.skippedSegments", playlist.skip?.count)
        for (index, id) in (playlist.skip?.removedDateRanges ?? []).enumerated() {
            add("skip.recentlyRemovedDateranges.\(index)", id)
        }
    }

    private mutating func add(_ start: StartPoint?) {
        add("start.timeOffset", start?.offset)
        add("start.precise", start?.isPrecise)
    }

    private mutating func add(_ control: ServerControl) {
        add("serverControl.canBlockReload", if: control.canBlockReload)
        add("serverControl.canSkipDateranges", if: control.canSkipDateRanges)
        add("serverControl.canSkipUntil", control.canSkipUntil)
        add("serverControl.holdBack", control.holdBack)
        add("serverControl.partHoldBack", control.partHoldBack)
    }

    private mutating func add(_ segment: MediaSegment, at path: String) {
        add("\(path).uri", segment.uri)
        add("\(path).duration", segment.duration)
        add("\(path).title", segment.title)
        add("\(path).timeline", segment.discontinuitySequence)
        add("\(path).discontinuity", if: segment.isDiscontinuous)
        add(segment.byteRange, at: "\(path).byterange")
        add(segment.keys, at: "\(path).key")
        add("\(path).map.uri", segment.map?.uri)
        add(segment.map?.byteRange, at: "\(path).map.byterange")
        add(segment.map?.keys ?? [], at: "\(path).map.key")
        add(segment.parts, at: "\(path).parts")
    }

    private mutating func add(_ parts: [PartialSegment], at path: String) {
        for (index, part) in parts.enumerated() {
            let path = "\(path).\(index)"
            add("\(path).uri", part.uri)
            add("\(path).duration", part.duration)
            add("\(path).independent", if: part.isIndependent)
            add("\(path).gap", if: part.isGap)
            add(part.byteRange, at: "\(path).byterange")
        }
    }

    private mutating func add(_ range: ByteRange?, at path: String) {
        add("\(path).length", range?.length)
        add("\(path).offset", range?.offset)
    }

    private mutating func add(_ keys: [EncryptionKey], at path: String) {
        guard let key = keys.first else { return }
        add("\(path).method", key.method == .aes128 ? "AES-128" : "\(key.method)")
        add("\(path).uri", key.uri)
        guard let vector = key.initializationVector else { return }
        for word in 0..<4 {
            let number = vector[(4 * word)..<(4 * word + 4)].reduce(0) { $0 << 8 | Int($1) }
            add("\(path).iv.\(word)", number)
        }
    }
}
