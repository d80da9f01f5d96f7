import MediaTime

/// A placeholder at which a stream stops, or which it at least leaves out; or a choice card in the
/// stream, under which it goes on.
package struct TruexStop: Hashable, Sendable, Identifiable {
    package let id: ID

    /// The placeholder in the stream, half-open.
    package let range: FrameRange

    package let kind: TruexPod.Kind

    /// Whether its unit lets the listener choose, and earn a credit (rule C7).
    var offersChoice: Bool {
        switch kind {
        case .truex, .truexCard: true
        case .linear, .interactiveVideo, .unusable: false
        }
    }

    /// Whether a stream whose next frame is `position` is at it. Some schedules have placeholders
    /// of no length, at which nothing is left out.
    package func isAt(_ position: FrameTime) -> Bool {
        range.contains(position) || position == range.start
    }

    /// Which ad of which pod: where a schedule has the unit's parameters.
    package struct ID: Hashable, Sendable, Codable {
        package var pod: TruexPod.ID

        /// Counted from 0 among the ads of the pod.
        package var ad: Int

        package init(pod: TruexPod.ID, ad: Int) {
            self.pod = pod
            self.ad = ad
        }
    }
}
