<?php
/**
 * What happens every 15 minutes and on each visit of the page.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * Looks at the link and mends what is broken. Without WP-Cron the service's own syncs bring everything.
 */
final class Watch {

	/** Seconds after which an unfinished handshake is dropped. */
	const MAX_ATTEMPT = 3600;

	/**
	 * @param string $what `outbox`: only what waits to be sent.
	 */
	public static function run( $what = '' ): void {
		if ( ! class_exists( '\WC_Webhook' ) ) {
			return;
		}
		self::drop_old_attempt();
		$link = Link::get();
		if ( null === $link || ! empty( $link['has_ended'] ) ) {
			return;
		}
		if ( '' !== Link::copy_of( $link ) ) {
			Webhooks::pause( $link );
			return;
		}
		if ( 'outbox' === $what ) {
			Outbox::send( $link, 15 );
			return;
		}
		if ( Link::state( 'reconnect' ) && wp_doing_cron() ) {
			self::reconnect( $link );
		}
		// Another plugin, or a copy that shares this database, may have cleared it.
		self::schedule();
		self::look( $link );
		$link = Link::usable();
		if ( null !== $link ) {
			Privacy::send_erasures( $link );
		}
	}

	/** Once a link exists. */
	public static function schedule(): void {
		if ( ! wp_next_scheduled( Plugin::WATCH ) ) {
			wp_schedule_event( time() + 60, Plugin::INTERVAL, Plugin::WATCH );
		}
	}

	/** When the link is gone, or the plugin is switched off. */
	public static function unschedule(): void {
		wp_unschedule_hook( Plugin::WATCH );
	}

	/**
	 * @param array $link The link.
	 */
	private static function look( array $link ): void {
		$response = Service::call( $link, 'GET', '/api/widget/connections/' . $link['connection_id'] . '/status' );
		$status   = isset( $response['json']['status'] ) && is_string( $response['json']['status'] ) ? $response['json']['status'] : '';
		if ( 401 === $response['status'] ) {
			self::end( $link );
			return;
		}
		Link::change_state( array( 'seen_status' => 200 === $response['status'] ? $status : null ) );
		if ( 200 !== $response['status'] ) {
			// The service is away: what is local is mended all the same.
			$status = 'active';
		}
		if ( 'disconnected' === $status || 'inactive' === $status ) {
			Webhooks::pause( $link );
			return;
		}
		self::mend( $link, 200 === $response['status'] && 'active' === $status );
	}

	/**
	 * @param array $link      The link.
	 * @param bool  $is_active As the service says.
	 */
	private static function mend( array $link, bool $is_active ): void {
		Link::change_state( array( 'key_problem' => Api_Key::mend( $link ) ?: null ) ); // phpcs:ignore Universal.Operators.DisallowShortTernary
		$link   = Link::get() ?? $link;
		Change_Log::keep( $link );
		$mended = Webhooks::mend( $link );
		if ( 0 < $mended ) {
			Link::change_state( array( 'delta_due' => true ) );
		}
		if ( ! $is_active ) {
			return;
		}
		if ( empty( $link['is_active'] ) || '' !== $link['connection_token'] ) {
			Link::change(
				array(
					'is_active'        => true,
					'connection_token' => '',
				)
			);
		}
		Outbox::send( $link, 15 );
		if ( Link::state( 'delta_due' ) ) {
			$response = Service::call( $link, 'POST', '/api/system-connections/' . $link['connection_id'] . '/syncs', array( 'mode' => 'delta' ) );
			// 409, 422: one runs, or nothing may be synced.
			if ( 0 !== $response['status'] && 500 > $response['status'] && 429 !== $response['status'] ) {
				Link::change_state( array( 'delta_due' => null ) );
			}
		}
	}

	/**
	 * In a process of its own: the service calls this shop meanwhile.
	 *
	 * @param array $link The link.
	 */
	private static function reconnect( array $link ): void {
		$response = Service::call( $link, 'POST', '/api/widget/connection/reconnect', array() );
		if ( in_array( $response['status'], array( 200, 401, 403 ), true ) ) {
			Link::change_state( array( 'reconnect' => null ) );
		}
	}

	/**
	 * The service does not know the link any more: it was removed there.
	 *
	 * @param array $link The link.
	 */
	private static function end( array $link ): void {
		Webhooks::remove( $link );
		Api_Key::revoke( (int) $link['key_id'] );
		Outbox::clear();
		Change_Log::drop_table();
		// The service's copy is gone, and with it all persons.
		delete_option( Privacy::PENDING );
		self::unschedule();
		Link::change(
			array(
				'has_ended' => true,
				'webhooks'  => array(),
			)
		);
	}

	/** The owner closed the page. */
	private static function drop_old_attempt(): void {
		$attempt = Link::attempt();
		if ( null !== $attempt && time() - self::MAX_ATTEMPT > (int) $attempt['started_at'] ) {
			Linking::drop_attempt();
		}
	}
}
