<?php
/**
 * WooCommerce's own webhooks.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * Makes them, and mends what the shop, an owner or another plugin changed.
 */
final class Webhooks {

	const TOPICS = array(
		'customer.created',
		'customer.updated',
		'customer.deleted',
		'order.created',
		'order.updated',
		'order.deleted',
		'order.restored',
		'product.created',
		'product.updated',
		'product.deleted',
		'product.restored',
	);

	/**
	 * @param array $link The link.
	 * @return int How many had to be made or changed.
	 */
	public static function mend( array $link ): int {
		$known  = self::ids_by_topic( $link );
		$ids    = array();
		$mended = 0;
		foreach ( self::TOPICS as $topic ) {
			$webhook = self::find( isset( $known[ $topic ] ) ? $known[ $topic ] : 0 );
			$before  = $webhook->get_id();
			if ( self::set( $webhook, $link, $topic ) || 0 === $before ) {
				$webhook->save();
				++$mended;
			}
			$ids[ $topic ] = $webhook->get_id();
		}
		if ( $ids !== $known ) {
			Link::change( array( 'webhooks' => $ids ) );
		}
		return $mended;
	}

	/**
	 * @param array $link The link, whose webhooks stay but send nothing.
	 */
	public static function pause( array $link ): void {
		foreach ( self::ids( $link ) as $id ) {
			$webhook = self::find( $id );
			if ( 0 !== $webhook->get_id() && 'paused' !== $webhook->get_status() ) {
				$webhook->set_status( 'paused' );
				$webhook->save();
			}
		}
	}

	/**
	 * @param array $link The link, whose webhooks go.
	 */
	public static function remove( array $link ): void {
		foreach ( self::ids( $link ) as $id ) {
			$webhook = self::find( $id );
			if ( 0 !== $webhook->get_id() ) {
				$webhook->delete( true );
			}
		}
	}

	/**
	 * WooCommerce is about to load every active webhook, on every page, each with a query of its own. The link answers for ours.
	 *
	 * @param int|null $limit Of webhooks; returned as it is.
	 * @return int|null
	 */
	public static function spare_queries( $limit ) {
		if ( ! wp_using_ext_object_cache() ) {
			$link = Link::loaded();
			foreach ( self::ids_by_topic( $link ) as $topic => $id ) {
				$row = array(
					'webhook_id'       => $id,
					'name'             => self::name( $topic ),
					'date_created'     => null,
					'date_modified'    => null,
					'api_version'      => 3,
					'failure_count'    => 0,
					'pending_delivery' => 0,
				);
				wp_cache_add( $id, $row + self::wanted( $link, $topic ), 'webhooks' );
			}
		}
		return $limit;
	}

	/** WooCommerce has loaded them. What changes one reads its row. */
	public static function forget_spared(): void {
		if ( ! wp_using_ext_object_cache() ) {
			foreach ( self::ids( Link::loaded() ) as $id ) {
				wp_cache_delete( $id, 'webhooks' );
			}
		}
	}

	/**
	 * A copy of the shop sends nothing, also before the watch has paused its webhooks.
	 *
	 * @param bool        $should  What WooCommerce decided.
	 * @param \WC_Webhook $webhook Any.
	 */
	public static function should_deliver( $should, $webhook ): bool {
		if ( ! $should ) {
			return false;
		}
		$link = Link::get();
		return null === $link || ! in_array( (int) $webhook->get_id(), self::ids( $link ), true ) || null !== Link::usable();
	}

	/**
	 * WooCommerce sends each message once. What the service did not get comes with a sync, as soon as the watch reaches the service again.
	 *
	 * @param array           $request    Ignored.
	 * @param array|\WP_Error $response   Of the service.
	 * @param float           $duration   Ignored.
	 * @param mixed           $argument   Ignored.
	 * @param int             $webhook_id Of any webhook.
	 */
	public static function delivered( $request, $response, $duration, $argument, $webhook_id ): void {
		$status = is_wp_error( $response ) ? 0 : (int) wp_remote_retrieve_response_code( $response );
		if ( 200 <= $status && 300 > $status ) {
			return;
		}
		$link = Link::usable();
		if ( null !== $link && in_array( (int) $webhook_id, self::ids( $link ), true ) ) {
			Link::change_state( array( 'delta_due' => true ) );
		}
	}

	/**
	 * @param array $link The link.
	 */
	public static function address( array $link ): string {
		return $link['service'] . '/api/webhooks/' . $link['connection_id'];
	}

	/**
	 * @param \WC_Webhook $webhook Changed where it differs.
	 * @param array       $link    The link.
	 * @param string      $topic   Of TOPICS.
	 * @return bool Whether it differed.
	 */
	private static function set( $webhook, array $link, string $topic ): bool {
		$is_new = false;
		foreach ( self::wanted( $link, $topic ) as $name => $value ) {
			if ( $webhook->{"get_$name"}() !== $value ) {
				$webhook->{"set_$name"}( $value );
				$is_new = true;
			}
		}
		if ( 'wp_api_v3' !== $webhook->get_api_version() ) {
			$webhook->set_api_version( 'wp_api_v3' );
			$is_new = true;
		}
		if ( $is_new ) {
			$webhook->set_name( self::name( $topic ) );
			$webhook->set_failure_count( 0 );
			$webhook->set_pending_delivery( false );
		}
		return $is_new;
	}

	/**
	 * @param array  $link  The link.
	 * @param string $topic Of TOPICS.
	 */
	private static function wanted( array $link, string $topic ): array {
		return array(
			'topic'        => $topic,
			'secret'       => $link['webhook_secret'],
			'delivery_url' => self::address( $link ),
			'status'       => 'active',
			'user_id'      => (int) $link['user_id'],
		);
	}

	/**
	 * @param string $topic Of TOPICS.
	 */
	private static function name( string $topic ): string {
		return 'Service Connector: ' . $topic;
	}

	/**
	 * @param int $id Of a webhook that may be gone; 0 for a new one.
	 */
	private static function find( int $id ): \WC_Webhook {
		try {
			return new \WC_Webhook( $id );
		} catch ( \Exception $gone ) {
			return new \WC_Webhook();
		}
	}

	/**
	 * @param array $link The link.
	 * @return int[]
	 */
	public static function ids( array $link ): array {
		return array_values( self::ids_by_topic( $link ) );
	}

	/**
	 * @param array $link The link.
	 * @return int[]
	 */
	private static function ids_by_topic( array $link ): array {
		return array_map( 'intval', isset( $link['webhooks'] ) ? (array) $link['webhooks'] : array() );
	}
}
