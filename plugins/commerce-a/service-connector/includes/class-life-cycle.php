<?php
/**
 * Switching the plugin on and off, and deleting it.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * Deactivate is disconnect, activate again is reconnect with the same token, delete is uninstall: everything is gone on both sides.
 */
final class Life_Cycle {

	/** Tries of the last call of all. */
	const MAX_TRIES = 3;

	/**
	 * @param bool $network_wide On all sites of a network.
	 */
	public static function activate( $network_wide = false ): void {
		self::on_sites( (bool) $network_wide, array( self::class, 'activate_site' ) );
	}

	/**
	 * @param bool $network_wide On all sites of a network.
	 */
	public static function deactivate( $network_wide = false ): void {
		self::on_sites( (bool) $network_wide, array( self::class, 'deactivate_site' ) );
	}

	/** All sites of a network, or the one. */
	public static function uninstall(): void {
		$left = array();
		self::on_sites(
			is_multisite(),
			static function () use ( &$left ): void {
				if ( ! self::uninstall_site() ) {
					$left[] = Link::shop_address();
				}
			}
		);
		if ( array() !== $left ) {
			self::tell( $left );
		}
	}

	/**
	 * @param \WP_Site $site That an owner deletes from a network.
	 */
	public static function site_deleted( $site ): void {
		switch_to_blog( (int) $site->blog_id );
		if ( ! self::uninstall_site() ) {
			self::tell( array( Link::shop_address() ) );
		}
		restore_current_blog();
	}

	/** The watch, or the browser on the plugin's page, reconnects: the service calls this shop meanwhile. */
	private static function activate_site(): void {
		// What happened meanwhile is in no log.
		Link::change( array( 'log' => '' ) );
		$link = Link::usable();
		if ( null !== $link ) {
			Link::change_state( array( 'reconnect' => true ) );
			Watch::schedule();
			wp_schedule_single_event( time(), Plugin::WATCH, array( 'activated' ) );
		}
	}

	/** A copy must not disconnect the original. */
	private static function deactivate_site(): void {
		Watch::unschedule();
		$link = Link::get();
		if ( null === $link || ! empty( $link['has_ended'] ) ) {
			return;
		}
		if ( '' === Link::copy_of( $link ) ) {
			Service::call( $link, 'POST', '/api/widget/connection/disconnect', array() );
		}
		if ( class_exists( '\WC_Webhook' ) ) {
			Webhooks::pause( $link );
		}
	}

	/**
	 * @return bool Whether the service has deleted its side, too. A copy has none.
	 */
	private static function uninstall_site(): bool {
		$link = Link::usable();
		$done = null === $link || self::delete_connection( $link );
		$link = Link::get();
		if ( null !== $link ) {
			self::delete_rows( $link );
		}
		$attempt = Link::attempt();
		if ( null !== $attempt ) {
			Api_Key::revoke( (int) $attempt['key_id'] );
		}
		Watch::unschedule();
		Outbox::drop_table();
		Change_Log::drop_table();
		Link::delete_all();
		return $done;
	}

	/**
	 * @param array $link The link.
	 */
	private static function delete_connection( array $link ): bool {
		for ( $tried = 0; $tried < self::MAX_TRIES; $tried++ ) {
			if ( 0 < $tried ) {
				sleep( 2 );
			}
			$status = Service::call( $link, 'DELETE', '/api/widget/connection' )['status'];
			// 401: it is gone already.
			if ( ( 200 <= $status && 300 > $status ) || 401 === $status || 404 === $status ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The key and the webhooks. WooCommerce may be switched off or gone: then by SQL.
	 *
	 * @param array $link The link.
	 */
	private static function delete_rows( array $link ): void {
		global $wpdb;
		// Neither table is there when WooCommerce has been uninstalled.
		$shown = $wpdb->suppress_errors( true );
		Api_Key::revoke( (int) $link['key_id'] );
		if ( class_exists( '\WC_Webhook' ) ) {
			Webhooks::remove( $link );
		} else {
			foreach ( Webhooks::ids( $link ) as $id ) {
				$wpdb->delete( $wpdb->prefix . 'wc_webhooks', array( 'webhook_id' => $id ), array( '%d' ) ); // phpcs:ignore WordPress.DB
			}
			// WooCommerce keeps lists of them.
			$wpdb->query( "DELETE FROM {$wpdb->options} WHERE option_name LIKE '\\_transient%woocommerce\\_webhook\\_ids%'" ); // phpcs:ignore WordPress.DB
		}
		$wpdb->suppress_errors( $shown );
	}

	/**
	 * @param string[] $shops That the service still knows.
	 */
	private static function tell( array $shops ): void {
		Plugin::load_texts();
		wp_mail(
			(string) get_option( 'admin_email' ),
			__( 'Service Connector: please check the connected service', 'service-connector' ),
			sprintf(
				/* translators: %s: addresses of shops. */
				__( "The plugin was deleted while the connected service did not respond.\n\nYour shop has ended the link: the service cannot read it any more. What the service still stores of it must be deleted there. Please remove the shop in the connected system:\n\n%s", 'service-connector' ),
				implode( "\n", $shops )
			)
		);
	}

	/**
	 * @param bool     $on_all Sites of a network.
	 * @param callable $work   For each.
	 */
	private static function on_sites( bool $on_all, callable $work ): void {
		if ( ! $on_all || ! is_multisite() ) {
			$work();
			return;
		}
		$sites = get_sites(
			array(
				'fields' => 'ids',
				'number' => 0,
			)
		);
		foreach ( $sites as $site_id ) {
			switch_to_blog( (int) $site_id );
			$work();
			restore_current_blog();
		}
	}
}
